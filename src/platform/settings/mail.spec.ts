import { readSettings, SettingsError } from './settings';

const FROM = { MAIL_FROM: 'licenses@example.com' };
const smtpOf = (url: string) => readSettings({ SMTP_URL: url, ...FROM }).mail?.smtp;

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('SMTP_URL', () => {
  it.each([
    ['smtps://u:p@mx.example', { host: 'mx.example', port: 465, tls: 'always', login: { user: 'u', password: 'p' } }],
    ['smtp://u%40x:p%2F@mx.example', { port: 587, tls: 'upgrade', login: { user: 'u@x', password: 'p/' } }],
    ['smtp://127.0.0.1:25?tls=none', { host: '127.0.0.1', port: 25, tls: 'none', login: undefined }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
  ])('%s', (url, expected) => {
    expect(smtpOf(url)).toMatchObject(expected);
  });

  it.each([
    'http://mx.example',
    'smtp://',
    'smtp://hunter2:hunter2@mx.example/path',
    'smtp://hunter2@mx.example',
    'smtp://u:hunter2%@mx.example',
    'smtp://u:hunter2?x@mx.example',
    'smtps://u:hunter2@mx.example?tls=none',
    'smtp://u:hunter2@mx.example?tls=none&tls=none',
    'smtp://u:hunter2@mx.example?tls-ca=/does/not/exist',
  ])('refuses %s without repeating the password', (url) => {
    const problems = problemsOf({ SMTP_URL: url, ...FROM });
    expect(problems).toEqual([expect.stringMatching(/^SMTP_URL: /)]);
    expect(problems[0]).not.toContain('hunter2');
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['licenses@example.com', { name: '', address: 'licenses@example.com' }],
    ['"Bücher, Söhne" <lizenzen@bücher.example>', { name: 'Bücher, Söhne', address: 'lizenzen@xn--bcher-kva.example' }],
  ])('%s', (text, expected) => {
    const settings = readSettings({ SMTP_URL: 'smtp://mx.example', MAIL_FROM: text, MAIL_REPLY_TO: text });
    expect(settings.mail).toMatchObject({ from: expected, replyTo: expected });
  });

  it.each(['Acme', 'a@b', 'Acme <a@example.com', 'Acme\r\nBcc: <a@example.com>', 'a@example.com, b@example.com'])(
    'refuses %j',
    (text) => {
      expect(problemsOf({ SMTP_URL: 'smtp://mx.example', MAIL_FROM: text })).toEqual([
        expect.stringMatching(/^MAIL_FROM: .* is not an address/s),
      ]);
    },
  );

  it('needs SMTP_URL, which needs it', () => {
    expect(problemsOf(FROM)).toEqual(['SMTP_URL: is missing; MAIL_FROM does nothing without it.']);
    expect(problemsOf({ SMTP_URL: 'smtp://mx.example' })).toEqual([
      'MAIL_FROM: is missing; SMTP_URL does nothing without it.',
    ]);
  });
});
