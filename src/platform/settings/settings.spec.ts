import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readSettings, SettingsError } from './settings';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

function settingNames(): string[] {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string>>({}, { get: (_, name) => void asked.add(String(name)) });
  readSettings(environment);
  return [...asked].toSorted();
}

describe.each([
  ['docs/settings.md', /`[A-Z_]+`/g],
  ['docker-compose.yml', /^ {6}([A-Z_]+): /gm],
])('%s', (file, pattern) => {
  it('leaves out no setting', () => {
    const found = [...readFileSync(file, 'utf8').matchAll(pattern)].join(' ');
    const missing = settingNames().filter((name) => !new RegExp(`\\b${name}\\b`).test(found));
    // BIND chooses the machine's address, so a container needs no HOST.
    expect(missing).toEqual(file === 'docker-compose.yml' ? ['HOST'] : []);
  });
});

describe('readSettings', () => {
  it('reads what .env.example explains, which sets nothing unusual', () => {
    const example = readFileSync('.env.example', 'utf8');
    const names = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
    expect([...new Set(names)].toSorted()).toEqual(settingNames());
    expect(readSettings(parseEnv(example) as Record<string, string>)).toEqual(readSettings({}));
  });

  it('needs nothing', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: undefined,
      database: { engine: 'embedded', file: resolve('data/keylink.db') },
      autoMigrate: true,
      bootstrapApiKey: undefined,
      firstApiKeyFile: undefined,
      trustProxy: [],
      publicUrl: undefined,
      corsOrigins: [],
      licenseKeyAuth: false,
      wrongKeyLimitPerMinute: 30,
      licenseCheckLimitPerMinute: 600,
      trialLimitPerMinute: 30,
      requestLimitPerMinute: undefined,
      workers: 1,
      maxConnections: undefined,
      maxConnectionsPerAddress: undefined,
      redisUrl: undefined,
      secretKey: undefined,
      offlineDays: 14,
      visitStats: true,
      geoDatabase: undefined,
      appFiles: { apple: undefined, android: undefined },
      logLevel: 'info',
      logHotShare: 0.01,
      logRetentionDays: undefined,
      auditRetentionDays: undefined,
      eventRetentionDays: 90,
      expiryNoticeDays: [30, 7, 1],
      deviceRetentionDays: 30,
      requireDurable: false,
      drainDelayMs: 2000,
      console: true,
      openId: undefined,
      webhookNetworks: [],
      webhookProxy: undefined,
      releaseBucket: undefined,
      portal: undefined,
      mail: undefined,
      telemetry: undefined,
    });
  });

  it('reads everything, and takes an empty variable for one that is not set', () => {
    const settings = readSettings({
      PORT: '8080',
      HOST: '127.0.0.1',
      DATABASE_URL: 'mysql://us%40er:p%2Fw@db.example:3307/licenses?ssl=true',
      AUTO_MIGRATE: 'false',
      BOOTSTRAP_API_KEY: 'yT7rB2nW9qLx4KdF6mZc8HvP',
      FIRST_API_KEY_FILE: '/data/first-api-key',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8',
      PUBLIC_URL: 'https://go.example.com/s/',
      CORS_ORIGINS: 'https://app.example.com, http://localhost:5173',
      LICENSE_KEY_AUTH: 'true',
      WRONG_KEY_LIMIT_PER_MINUTE: '5',
      LICENSE_CHECK_LIMIT_PER_MINUTE: '60',
      TRIAL_LIMIT_PER_MINUTE: '7',
      REQUEST_LIMIT_PER_MINUTE: '600',
      WORKERS: '4',
      MAX_CONNECTIONS: '2000',
      MAX_CONNECTIONS_PER_ADDRESS: '200',
      REDIS_URL: 'rediss://user:password@cache.example:6380/2',
      SECRET_KEY: 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=',
      OFFLINE_DAYS: '30',
      VISIT_STATS: 'off',
      GEO_DATABASE: '/srv/country.mmdb',
      LOG_LEVEL: '',
      LOG_HOT_SHARE: '0.25',
      LOG_RETENTION_DAYS: '400',
      AUDIT_RETENTION_DAYS: '730',
      EVENT_RETENTION_DAYS: '14',
      EXPIRY_NOTICE_DAYS: '3, 14,3',
      DEVICE_RETENTION_DAYS: '7',
      REQUIRE_DURABLE: 'TRUE',
      DRAIN_DELAY_MS: '5000',
      CONSOLE: 'false',
      OIDC_ISSUER: 'https://login.example.com/realms/staff',
      OIDC_CLIENT_ID: 'keylink',
      OIDC_CLIENT_SECRET: 'a-secret',
      OIDC_ROLES: 'admin=keylink-admins, viewer = CN=Help desk',
      WEBHOOK_NETWORKS: '10.1.0.0/16',
      WEBHOOK_PROXY: 'http://proxy.example.com:3128',
      SMTP_URL: 'smtp://us%40er:p%2Fw@smtp.example.com',
      MAIL_FROM: 'Bücher & Söhne <lizenzen@bücher.example>',
      MAIL_REPLY_TO: 'help@example.com',
    });
    expect(settings.database).toEqual({
      engine: 'mysql',
      servers: [{ host: 'db.example', port: 3307 }],
      user: 'us@er',
      password: 'p/w',
      database: 'licenses',
      tls: { ca: undefined },
    });
    expect(settings.trustProxy.map(({ network, prefix }) => `${network.toString()}/${prefix}`)).toEqual([
      '127.0.0.1/32',
      '10.0.0.0/8',
    ]);
    expect(settings).toMatchObject({
      port: 8080,
      autoMigrate: false,
      firstApiKeyFile: '/data/first-api-key',
      publicUrl: 'https://go.example.com/s',
      corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
      licenseKeyAuth: true,
      wrongKeyLimitPerMinute: 5,
      licenseCheckLimitPerMinute: 60,
      trialLimitPerMinute: 7,
      requestLimitPerMinute: 600,
      webhookProxy: new URL('http://proxy.example.com:3128'),
      workers: 4,
      maxConnections: 2000,
      maxConnectionsPerAddress: 200,
      redisUrl: 'rediss://user:password@cache.example:6380/2',
      offlineDays: 30,
      logLevel: 'info',
      visitStats: false,
      geoDatabase: '/srv/country.mmdb',
      logHotShare: 0.25,
      logRetentionDays: 400,
      auditRetentionDays: 730,
      eventRetentionDays: 14,
      expiryNoticeDays: [14, 3],
      deviceRetentionDays: 7,
      requireDurable: true,
      drainDelayMs: 5000,
      console: false,
      openId: {
        issuer: 'https://login.example.com/realms/staff',
        clientId: 'keylink',
        clientSecret: 'a-secret',
        roles: [
          { role: 'admin', group: 'keylink-admins' },
          { role: 'viewer', group: 'CN=Help desk' },
        ],
      },
    });
  });

  it('refuses an admin key that could be guessed', () => {
    expect(problemsOf({ BOOTSTRAP_API_KEY: 'correct-horse-battery-staple' })).toEqual([
      expect.stringMatching(/^BOOTSTRAP_API_KEY: could be guessed/),
    ]);
  });

  it('names everything that is wrong at once, without repeating a secret', () => {
    const problems = problemsOf({
      PORT: 'http',
      DATABASE_URL: 'postgres://user:hunter2@host/name',
      BOOTSTRAP_API_KEY: 'too-short-secret',
      TRUST_PROXY: 'true',
      PUBLIC_URL: 'go.example.com',
      CORS_ORIGINS: '*',
      LICENSE_KEY_AUTH: 'yes',
      WRONG_KEY_LIMIT_PER_MINUTE: '0',
      REQUEST_LIMIT_PER_MINUTE: '10001',
      REDIS_URL: 'http://:hunter2@host',
      SECRET_KEY: 'hunter2',
      OFFLINE_DAYS: '0',
      VISIT_STATS: 'no',
      LOG_LEVEL: 'loud',
      LOG_HOT_SHARE: '1.5',
      LOG_RETENTION_DAYS: '0',
      AUDIT_RETENTION_DAYS: '-1',
      EVENT_RETENTION_DAYS: '0',
      EXPIRY_NOTICE_DAYS: '30;7',
      DEVICE_RETENTION_DAYS: 'never',
      REQUIRE_DURABLE: 'yes',
      DRAIN_DELAY_MS: '1m',
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'BOOTSTRAP_API_KEY',
      'TRUST_PROXY',
      'PUBLIC_URL',
      'CORS_ORIGINS',
      'LICENSE_KEY_AUTH',
      'WRONG_KEY_LIMIT_PER_MINUTE',
      'REQUEST_LIMIT_PER_MINUTE',
      'REDIS_URL',
      'SECRET_KEY',
      'OFFLINE_DAYS',
      'VISIT_STATS',
      'LOG_LEVEL',
      'LOG_HOT_SHARE',
      'LOG_RETENTION_DAYS',
      'AUDIT_RETENTION_DAYS',
      'EVENT_RETENTION_DAYS',
      'EXPIRY_NOTICE_DAYS',
      'DEVICE_RETENTION_DAYS',
      'REQUIRE_DURABLE',
      'DRAIN_DELAY_MS',
    ]);
    expect(problems.join()).not.toMatch(/hunter2|too-short-secret/);
  });

  it('needs a server for several processes', () => {
    expect(problemsOf({ WORKERS: '2' })).toEqual([expect.stringMatching(/^WORKERS: the embedded database/)]);
    expect(problemsOf({ WORKERS: '65' })).toEqual([expect.stringMatching(/^WORKERS: "65" is not/)]);
  });
});
