import { readSettings } from './settings';

describe('DATABASE_URL', () => {
  it('names several servers of a cluster', () => {
    const { database } = readSettings({ DATABASE_URL: 'mysql://u:p%2C%40@a.example:3307,b.example, [fd00::1]:3308/n' });
    expect(database).toMatchObject({
      password: 'p,@',
      database: 'n',
      servers: [
        { host: 'a.example', port: 3307 },
        { host: 'b.example', port: 3306 },
        { host: 'fd00::1', port: 3308 },
      ],
    });
  });

  it.each([
    'sqlite:',
    'sqlite::memory:',
    'mysql://host/name',
    'mysql://user@host/',
    'mysql://u:p@h/n?sslmode=x',
    'mysql://u:p@h,/n',
  ])('is refused as %s', (url) => {
    expect(() => readSettings({ DATABASE_URL: url })).toThrow(/DATABASE_URL/);
  });
});
