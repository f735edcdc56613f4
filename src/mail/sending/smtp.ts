import { Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { failureInWords } from '../../platform/outgoing/failure-words';
import { toAsciiDomain } from '../../platform/addresses/e-mail';
import { within } from '../../platform/concurrency/within';
import type { MailSettings, SmtpServer } from '../../platform/settings/mail';
import { Settings } from '../../platform/settings/settings';
import type { Letter } from '../templates/letter';

/** In milliseconds: for the connection, for the greeting, for each silence after it, and for an attempt in all. */
const [CONNECT_MS, GREETING_MS, SILENCE_MS] = [15_000, 15_000, 30_000];
export const ATTEMPT_MS = 60_000;

/** What came of an attempt: the server took the email, refused it for good, or may take it later. */
export interface SmtpOutcome {
  readonly result: 'sent' | 'refused' | 'later';
  /** The server's words, or why it could not be asked. */
  readonly answer: string;
}

export interface Posted {
  readonly to: string;
  readonly letter: Letter;
  /** Of the `Message-ID`. */
  readonly handle: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** Whether it is no answer to something that the customer did: it says then how to be spared the next one. */
  readonly isReminder: boolean;
}

/** Sends emails, each over a connection of its own: what hangs holds up no other. */
@Injectable()
export class Smtp {
  private readonly mail: MailSettings | undefined;
  private transport: Transporter | undefined;

  constructor({ mail }: Settings) {
    this.mail = mail;
  }

  /** Never fails. Emails must be on: see `MailOutbox.isOn`. */
  async send(posted: Posted, signal?: AbortSignal): Promise<SmtpOutcome> {
    try {
      this.transport ??= await transportTo(optionsOf(this.mail!.smtp));
      const { transport } = this;
      const { response } = await within(ATTEMPT_MS, signal, (either) =>
        transport.sendMail({ ...messageOf(posted, this.mail!), signal: either }),
      );
      return { result: 'sent', answer: readable(response ?? '') };
    } catch (error) {
      return outcomeOf(error as SmtpError);
    }
  }

  /** Whether the server can be reached and takes the login. @returns what is wrong; undefined if nothing is */
  async problem(patienceMs: number): Promise<string | undefined> {
    // Of its own: what is late must not wait for the longer limits of emails.
    const transport = await transportTo({ ...optionsOf(this.mail!.smtp), ...limitsOf(patienceMs) });
    try {
      await transport.verify();
      return undefined;
    } catch (error) {
      return outcomeOf(error as SmtpError).answer;
    }
  }
}

/** Loads what sends emails with the first of them: it takes 12 MB, which a service without emails needs for other things. */
const transportTo = async (options: ReturnType<typeof optionsOf>): Promise<Transporter> =>
  (await import('nodemailer')).createTransport(options);

const limitsOf = (milliseconds: number) => ({
  connectionTimeout: milliseconds,
  greetingTimeout: milliseconds,
  socketTimeout: milliseconds,
  dnsTimeout: milliseconds,
});

function optionsOf({ host, port, tls, ca, login }: SmtpServer) {
  return {
    host,
    port,
    secure: tls === 'always',
    requireTLS: tls === 'upgrade',
    ignoreTLS: tls === 'none',
    auth: login && { user: login.user, pass: login.password },
    tls: ca === undefined ? {} : { ca },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** An email as nodemailer takes it. */
export function messageOf({ to, letter, handle, createdAt, isReminder }: Posted, { from, replyTo }: MailSettings) {
  const { subject, text, html } = letter;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const answers = (replyTo ?? from).address;
  return {
    // As objects: text would be parsed, and could name several.
    from,
    to: { name: '', address: toAsciiDomain(to) },
    replyTo,
    subject: subject.replaceAll(/\p{Cc}+/gu, ' ').trim(),
    text,
    html: html ?? undefined,
    messageId: `<${handle}@${domain}>`,
    date: new Date(createdAt),
    headers: {
      // Neither absence notes nor the like are answered to it.
      'Auto-Submitted': 'auto-generated',
      ...(isReminder && { 'List-Unsubscribe': `<mailto:${answers}?subject=unsubscribe>` }),
    },
  };
}

export interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  /** The server's words. */
  readonly response?: string;
  readonly responseCode?: number;
}

/** What a server refuses for good because of the email itself; all else is the operator's or the server's to mend. */
const ABOUT_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

/** What an error of nodemailer means for the email. */
export function outcomeOf(error: SmtpError): SmtpOutcome {
  const { code, command, response, responseCode } = error;
  const answer = readable(response || reasonOf(error));
  const isRefused =
    responseCode === undefined
      ? code === 'EENVELOPE' || code === 'EMESSAGE'
      : responseCode >= 500 && ABOUT_THE_MAIL.includes(command);
  return { result: isRefused ? 'refused' : 'later', answer };
}

/** Faults that nodemailer names in the text of its own errors only: those of the network by their codes, those of certificates in words. */
const NETWORK = /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|ENOTFOUND|EAI_AGAIN)\b/;

const CERTIFICATES: readonly (readonly [said: RegExp, code: string])[] = [
  [/unable to verify the first certificate/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/unable to get local issuer certificate/, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  [/self.signed certificate in certificate chain/, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self.signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/does not match certificate's altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

/** Of OpenSSL: `801C869D:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert internal error:…` */
const OF_TLS = /:SSL routines:[^:]*:([^:]+)/;

function reasonOf({ name, code = '', message }: SmtpError): string {
  if (name === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'EABORT')
    return `The mail server did not answer in time (${message}).`;
  const [, ofTls] = OF_TLS.exec(message) ?? [];
  if (ofTls !== undefined) return `No secure connection could be made (${ofTls}).`;
  const [network] = NETWORK.exec(message) ?? [];
  const known = network ?? CERTIFICATES.find(([said]) => said.test(message))?.[1];
  return known === undefined ? message : failureInWords(Object.assign(new Error(message), { code: known }));
}

/** One line: answers are shown to people, in terminals too. */
const readable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();
