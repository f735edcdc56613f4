import { misnamedSettings } from './misnamed-settings';

describe('variables that look like settings', () => {
  it.each([
    ['LICENCE_KEY_AUTH', 'LICENSE_KEY_AUTH'],
    ['LOG_RETENTION_DAY', 'LOG_RETENTION_DAYS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['Trust-Proxy', 'TRUST_PROXY'],
    ['port', 'PORT'],
    ['MAX_CONNECTIONS_PER_ADRESS', 'MAX_CONNECTIONS_PER_ADDRESS'],
  ])('%s is named, with the one that was meant', (name, meant) => {
    expect(misnamedSettings({ [name]: 'x', [meant]: '' })).toEqual([
      `${name} is not a setting and does nothing; did you mean ${meant}?`,
    ]);
  });

  it('are none among what is set anyway, on a machine, in Kubernetes, by npm', () => {
    const others = ['HOME', 'HOSTNAME', 'POST', 'PATH', 'LOGNAME', 'SHELL', 'NODE_ENV', 'KEYLINK_PORT', 'REDIS_PORT'];
    const set = [
      ...others,
      'npm_config_loglevel',
      'HTTP_PROXY',
      'MYSQL_PORT',
      'PORT',
      'LOG_LEVEL',
      'DATABASE_URL_FILE',
    ];
    expect(misnamedSettings(Object.fromEntries(set.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('are none while they are empty', () => {
    expect(misnamedSettings({ LICENCE_KEY_AUTH: ' ' })).toEqual([]);
  });
});
