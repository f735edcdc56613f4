import { isEmail, toAsciiDomain } from '../addresses/e-mail';
import { readAuthorities } from './server-tls';

/** How emails are sent. */
export interface MailSettings {
  readonly smtp: SmtpServer;
  readonly from: Mailbox;
  /** Reply-To address; undefined for `from`. */
  readonly replyTo: Mailbox | undefined;
}

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `always`: TLS from the start. `upgrade`: STARTTLS, without which nothing is sent. `none`: for a local relay. */
  readonly tls: 'always' | 'upgrade' | 'none';
  /** Trusted authorities in PEM; undefined for Node's own list. */
  readonly ca: string | undefined;
  readonly login: { readonly user: string; readonly password: string } | undefined;
}

interface Mailbox {
  /** Empty if there is none. */
  readonly name: string;
  /** With its domain in ASCII. */
  readonly address: string;
}

type Read = <T>(name: string, fallback: T | undefined, parse: (text: string) => T) => T | undefined;

/** SMTP_URL and MAIL_FROM must be set together; `report` is called for a missing one. */
export function readMail(read: Read, report: (name: string, problem: string) => void): MailSettings | undefined {
  const given = new Set<string>();
  const note =
    <T>(name: string, parse: (text: string) => T) =>
    (text: string): T => {
      given.add(name);
      return parse(text);
    };
  const smtp = read('SMTP_URL', undefined, note('SMTP_URL', parseSmtpUrl));
  const from = read('MAIL_FROM', undefined, note('MAIL_FROM', parseMailbox));
  const replyTo = read('MAIL_REPLY_TO', undefined, note('MAIL_REPLY_TO', parseMailbox));
  if (given.size > 0) {
    for (const name of ['SMTP_URL', 'MAIL_FROM'])
      if (!given.has(name)) report(name, `is missing; ${[...given].join(', ')} does nothing without it.`);
  }
  return smtp && from && { smtp, from, replyTo };
}

const EXAMPLE = 'use smtps://user:password@smtp.example.com or smtp://user:password@smtp.example.com:587.';
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;

/** Errors never repeat the text: it holds a password. */
function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const protocol = url?.protocol;
  if (!url?.hostname || (protocol !== 'smtp:' && protocol !== 'smtps:') || url.hash || !/^\/?$/.test(url.pathname))
    throw new Error(`names no mail server; percent-encode special characters, and ${EXAMPLE}`);
  const [user, password] = [decode(url.username), decode(url.password)];
  if ((user === '') !== (password === '')) throw new Error(`needs a user and a password, or neither; ${EXAMPLE}`);
  const { isPlain, ca } = readOptions(url.searchParams);
  if (isPlain && protocol === 'smtps:') throw new Error('has tls=none, but smtps:// is TLS; use smtp://.');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : PORTS[protocol],
    tls: protocol === 'smtps:' ? 'always' : isPlain ? 'none' : 'upgrade',
    ca,
    login: user === '' ? undefined : { user, password },
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new Error(`can't be read; percent-encode special characters, and ${EXAMPLE}`, { cause: error });
  }
}

function readOptions(options: URLSearchParams): { isPlain: boolean; ca: string | undefined } {
  const names = [...options.keys()];
  const isKnown = names.every((name) => name === 'tls-ca' || (name === 'tls' && options.get(name) === 'none'));
  // Not repeated: text after a "?" may be part of an unencoded password.
  if (!isKnown || new Set(names).size < names.length)
    throw new Error('has an option that keylink does not know; only tls=none and tls-ca=/path/to/ca.pem are.');
  const file = options.get('tls-ca');
  const isPlain = options.has('tls');
  if (file === null) return { isPlain, ca: undefined };
  if (isPlain) throw new Error('has tls-ca and tls=none, which turns it off; leave one of them out.');
  return { isPlain, ca: readAuthorities('tls-ca', file) };
}

/** `Name <address>` or the address alone. */
function parseMailbox(text: string): Mailbox {
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const address = open < 0 ? text : text.slice(open + 1, -1).trim();
  const name = text.slice(0, Math.max(0, open)).replaceAll('"', '').trim();
  const mailbox = { name, address: isEmail(address) ? toAsciiDomain(address) : '' };
  if (mailbox.address === '' || mailbox.address.length > 254 || name.length > 100 || /\p{Cc}/u.test(name))
    throw new Error(
      `"${text}" is not an address; use one such as licenses@example.com or Acme <licenses@example.com>.`,
    );
  return mailbox;
}
