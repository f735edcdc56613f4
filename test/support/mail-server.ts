import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Certificate } from './certificates';

interface ReceivedMail {
  readonly at: number;
  readonly from: string;
  readonly to: string[];
  readonly raw: string;
  readonly mail: ParsedMail;
}

export const LOGIN = { user: 'keylink@example.com', password: 'p@ss/w:rd-hush' };

type Said = [code: number, text: string] | 'drop' | 'hang' | undefined;

/** What the server answers at a step; nothing for yes. */
export interface Answers {
  readonly rcpt?: (address: string) => [code: number, text: string] | undefined;
  /** Once the whole email has come. `drop` closes the connection, `hang` says nothing. */
  readonly data?: (received: ReceivedMail) => Said | Promise<Said>;
}

/** A real SMTP server that keeps what comes. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  answers: Answers = {};

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  /** With a certificate it wants STARTTLS and `LOGIN`; with `isSecure` TLS from the start. */
  static async start({
    certificate,
    isSecure = false,
    port = 0,
  }: { certificate?: Certificate; isSecure?: boolean; port?: number } = {}): Promise<MailServer> {
    // oxlint-disable-next-line prefer-const
    let own: MailServer;
    const tls = certificate && { cert: readFileSync(certificate.cert), key: readFileSync(certificate.key) };
    const options: SMTPServerOptions = {
      ...tls,
      secure: isSecure,
      authOptional: !certificate,
      disabledCommands: certificate ? [] : ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      onAuth({ username, password }, _session, callback) {
        if (username === LOGIN.user && password === LOGIN.password) callback(null, { user: username });
        else callback(new Error('Wrong login'));
      },
      onRcptTo({ address }, _session, callback) {
        callback(refusal(own.answers.rcpt?.(address)));
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => void own.take(Buffer.concat(chunks), session.envelope, callback));
      },
    };
    const server = new SMTPServer(options);
    // A client that goes away in the middle is no error of the test.
    server.on('error', () => {});
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    own = new MailServer(server, (server.server.address() as AddressInfo).port);
    return own;
  }

  /** Without TLS and login. */
  get url(): string {
    return `smtp://127.0.0.1:${this.port}?tls=none`;
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private async take(
    bytes: Buffer,
    envelope: { mailFrom: false | { address: string }; rcptTo: { address: string }[] },
    callback: (error?: Error | null) => void,
  ): Promise<void> {
    const received = {
      at: Date.now(),
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      to: envelope.rcptTo.map(({ address }) => address),
      raw: bytes.toString(),
      mail: await simpleParser(bytes),
    };
    this.received.push(received);
    const answer = await this.answers.data?.(received);
    if (answer === 'hang') return;
    if (answer === 'drop') for (const connection of this.server.connections) connection.close();
    else callback(refusal(answer));
  }
}

function refusal(answer: [code: number, text: string] | undefined): Error | null {
  return answer ? Object.assign(new Error(answer[1]), { responseCode: answer[0] }) : null;
}
