import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import { messageOf, outcomeOf, type Posted, type SmtpError } from './smtp';

const FROM = { name: 'Bücher & Söhne', address: 'licenses@example.com' };
const posted = (more: Partial<Posted> = {}): Posted => ({
  to: 'anna@example.com',
  letter: { subject: 'Your license key', text: 'Hello', html: null },
  handle: 'fZ3kX9-1bQw_5tRy7uIo2p',
  createdAt: Date.UTC(2026, 0, 31, 12, 30),
  isReminder: false,
  ...more,
});
const settings = { from: FROM, replyTo: undefined, smtp: undefined! };

/** An email as it leaves. */
async function compose(mail: Posted, more: object = {}): Promise<{ raw: string; head: string; envelope: object }> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message, envelope } = await transport.sendMail(messageOf(mail, { ...settings, ...more }));
  const raw = (message as Buffer).toString();
  return { raw, head: raw.slice(0, raw.indexOf('\n\n')), envelope };
}

it('has one recipient, a sender, and says that nobody need answer', async () => {
  const { head, raw, envelope } = await compose(posted());
  expect(envelope).toEqual({ from: 'licenses@example.com', to: ['anna@example.com'] });
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(head).not.toMatch(/^(?:Cc|Bcc|Reply-To|List-Unsubscribe):/im);
  const { from, to, text, html } = await simpleParser(raw);
  expect([from?.value, text, html]).toEqual([[FROM], 'Hello\n', false]);
  expect(to).toMatchObject({ value: [{ address: 'anna@example.com', name: '' }] });
});

it('keeps its Message-ID and its date, however often it is sent', async () => {
  const first = await simpleParser((await compose(posted())).raw);
  const second = await simpleParser((await compose(posted())).raw);
  expect(first.messageId).toBe('<fZ3kX9-1bQw_5tRy7uIo2p@example.com>');
  expect([second.messageId, second.date]).toEqual([first.messageId, first.date]);
  expect(first.date).toEqual(new Date(Date.UTC(2026, 0, 31, 12, 30)));
});

describe('a header is no way in', () => {
  const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\0', '\t\r\n '];

  it.each(BREAKS)('of the subject, with %j', async (line) => {
    const subject = `For Atlas${line}Bcc: thief@example.com${line}${line}Hello`;
    const { raw, head, envelope } = await compose(posted({ letter: { subject, text: 'Hello', html: null } }));
    expect(envelope).toMatchObject({ to: ['anna@example.com'] });
    expect(head).not.toMatch(/^Bcc:/im);
    const parsed = await simpleParser(raw);
    expect(parsed.subject).toMatch(/^For Atlas[^]{0,3}Bcc: thief@example\.com/u);
    expect([parsed.bcc, parsed.text]).toEqual([undefined, 'Hello\n']);
  });

  it.each([
    'anna@example.com\r\nBcc: thief@example.com',
    'anna@example.com,thief@example.com',
    'anna@example.com> RCPT TO:<thief@example.com',
    'Thief <thief@example.com>',
    'group:thief@example.com;',
  ])('of the recipient %j', async (to) => {
    const { head, envelope } = await compose(posted({ to })).catch((error: Error) => ({
      head: '',
      envelope: error.message,
    }));
    expect(head).not.toMatch(/^Bcc:/im);
    const { to: recipients = [] } = envelope as { to?: string[] };
    expect(recipients).not.toContain('thief@example.com');
    expect(recipients.length).toBeLessThanOrEqual(1);
  });
});

it('tells how to be spared of reminders alone, where answers go', async () => {
  const reminder = posted({ isReminder: true });
  expect((await compose(reminder)).head).toMatch(
    /^List-Unsubscribe: <mailto:licenses@example\.com\?subject=unsubscribe>$/m,
  );
  const replyTo = { name: 'Hilfe', address: 'help@example.com' };
  const { head } = await compose(reminder, { replyTo });
  expect(head).toMatch(/^Reply-To: Hilfe <help@example\.com>$/m);
  expect(head).toMatch(/^List-Unsubscribe: <mailto:help@example\.com\?subject=unsubscribe>$/m);
});

it('asks for a recipient by the name that servers have for the domain', () => {
  expect(messageOf(posted({ to: 'anna@bücher.example' }), settings).to).toEqual({
    name: '',
    address: 'anna@xn--bcher-kva.example',
  });
});

it.each<[string, Partial<SmtpError>, string, RegExp]>([
  [
    'no such mailbox',
    { responseCode: 550, command: 'RCPT TO', response: '550 5.1.1 No' },
    'refused',
    /^550 5\.1\.1 No$/,
  ],
  ['an email like junk', { responseCode: 554, command: 'DATA', response: '554 Junk' }, 'refused', /^554 Junk$/],
  ['a full mailbox', { responseCode: 452, command: 'RCPT TO', response: '452 Full' }, 'later', /^452 Full$/],
  ['a wrong sender', { responseCode: 553, command: 'MAIL FROM', response: '553 Not yours' }, 'later', /^553/],
  ['a wrong login', { responseCode: 535, command: 'AUTH PLAIN', response: '535 Wrong' }, 'later', /^535/],
  ['no TLS', { code: 'ETLS', message: 'STARTTLS is not offered' }, 'later', /STARTTLS/],
  ['an address that is none', { code: 'EENVELOPE', message: 'No recipients defined' }, 'refused', /^No recipients/],
  ['a silent server', { code: 'ETIMEDOUT', message: 'Greeting never received' }, 'later', /did not answer in time/],
  [
    'an authority that is not trusted',
    { code: 'ESOCKET', message: 'unable to verify the first certificate' },
    'later',
    /^The certificate cannot be verified: its authority is not trusted/,
  ],
  [
    'the certificate of somebody else',
    { code: 'ESOCKET', message: "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert" },
    'later',
    /^The certificate is for another name\.$/,
  ],
  [
    'a server whose TLS breaks off',
    {
      code: 'ESOCKET',
      message:
        '801C869DAE7F0000:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert internal error:../deps/openssl/openssl/ssl/record/rec_layer_s3.c:1601:SSL alert number 80\n',
    },
    'later',
    /^No secure connection could be made \(tlsv1 alert internal error\)\.$/,
  ],
  ['nobody there', { code: 'ESOCKET', message: 'connect ECONNREFUSED 127.0.0.1:9' }, 'later', /nothing listens there/],
])('%s', (_name, { message = '', ...error }, result, answer) => {
  expect(outcomeOf(Object.assign(new Error(message), error))).toEqual({
    result,
    answer: expect.stringMatching(answer) as unknown,
  });
});

it('shows what a server says in one line, without what moves a terminal’s cursor', () => {
  const response = '550-First\r\n550 \u001B[2Jsecond\u0007';
  const error = Object.assign(new Error('x'), { responseCode: 550, command: 'DATA', response });
  expect(outcomeOf(error).answer).toBe('550-First 550  [2Jsecond');
});
