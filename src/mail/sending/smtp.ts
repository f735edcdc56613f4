import { Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { failureInWords } from '../../platform/outgoing/failure-words';
import { toAsciiDomain } from '../../platform/addresses/e-mail';
import { within } from '../../platform/concurrency/within';
import type { MailSettings, SmtpServer } from '../../platform/settings/mail';
import { Settings } from '../../platform/settings/settings';
import type { Letter } from '../templates/letter';

/** Limits in milliseconds: to connect, for the greeting, for each silence afterwards, and for an attempt in all. */
const [CONNECT_MS, GREETING_MS, SILENCE_MS] = [15_000, 15_000, 30_000];
export const ATTEMPT_MS = 60_000;

/** The outcome of an attempt: the server accepted the email, rejected it for good, or may accept it later. */
export interface SmtpOutcome {
  readonly result: 'sent' | 'refused' | 'later';
  /** The server's reply, or why it could not be reached. */
  readonly answer: string;
}

export interface Posted {
  readonly to: string;
  readonly letter: Letter;
  /** Part of the `Message-ID`. */
  readonly handle: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** Reminders aren't sent in response to an action of the customer, and say how to opt out. */
  readonly isReminder: boolean;
}

/** Sends emails, each over a connection of its own, so that one that hangs delays no other. */
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

  /** Checks that the server can be reached and accepts the login. @returns the problem, if any */
  async problem(patienceMs: number): Promise<string | undefined> {
    // Has its own limits: those for emails are too long here.
    const transport = await transportTo({ ...optionsOf(this.mail!.smtp), ...limitsOf(patienceMs) });
    try {
      await transport.verify();
      return undefined;
    } catch (error) {
      return outcomeOf(error as SmtpError).answer;
    }
  }
}

/** Loads nodemailer with the first email: it takes 12 MB, which a service without emails doesn't need. */
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

/** An email in nodemailer's form. */
export function messageOf({ to, letter, handle, createdAt, isReminder }: Posted, { from, replyTo }: MailSettings) {
  const { subject, text, html } = letter;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const answers = (replyTo ?? from).address;
  return {
    // Objects, because text would be parsed and could name several addresses.
    from,
    to: { name: '', address: toAsciiDomain(to) },
    replyTo,
    subject: subject.replaceAll(/\p{Cc}+/gu, ' ').trim(),
    text,
    html: html ?? undefined,
    messageId: `<${handle}@${domain}>`,
    date: new Date(createdAt),
    headers: {
      // Prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      ...(isReminder && { 'List-Unsubscribe': `<mailto:${answers}?subject=unsubscribe>` }),
    },
  };
}

export interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  /** The server's reply. */
  readonly response?: string;
  readonly responseCode?: number;
}

/** Stages at which a rejection concerns the email itself; all others are for the operator or the server to fix. */
const ABOUT_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

/** Classifies an error of nodemailer. */
export function outcomeOf(error: SmtpError): SmtpOutcome {
  const { code, command, response, responseCode } = error;
  const answer = readable(response || reasonOf(error));
  const isRefused =
    responseCode === undefined
      ? code === 'EENVELOPE' || code === 'EMESSAGE'
      : responseCode >= 500 && ABOUT_THE_MAIL.includes(command);
  return { result: isRefused ? 'refused' : 'later', answer };
}

/** Errors that nodemailer describes only in text: network errors by code, certificate errors in words. */
const NETWORK = /\b(?:ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|ENOTFOUND|EAI_AGAIN)\b/;

const CERTIFICATES: readonly (readonly [said: RegExp, code: string])[] = [
  [/unable to verify the first certificate/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/unable to get local issuer certificate/, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  [/self.signed certificate in certificate chain/, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/self.signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/does not match certificate's altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
];

/** OpenSSL's form: `801C869D:error:0A000438:SSL routines:ssl3_read_bytes:tlsv1 alert internal error:…` */
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

/** One line: answers are shown in terminals too. */
const readable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();
