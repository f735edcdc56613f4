import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { ApiResponse } from './api-client';
import { Browser } from './browser';
import { freePort } from './free-port';
import { openBeside } from './open-beside';
import { type Scenario, startScenario } from './scenario';
import { type NewProcess, Service } from './service';

/** A relay that nobody runs: emails stay queued, where the tests read them. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9?tls=none', MAIL_FROM: 'Example <keys@example.com>' };

export interface PortalScenario extends Scenario {
  /** The address that the service knows the portal by. */
  readonly url: string;
  readonly rows: DataSource;
  browser(): PortalBrowser;
  /** Kills the service. */
  kill(): Promise<void>;
  /** Starts it again once it was killed, at the same address: browsers and clients go on. */
  startAgain(): Promise<void>;
}

export async function startPortal(
  environment: Record<string, string> = {},
  newProcess?: NewProcess,
): Promise<PortalScenario> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/portal`;
  const settings = { PORT: port, PORTAL_URL: url, TRUST_PROXY: '127.0.0.1', ...MAIL, ...environment };
  const scenario = await startScenario(settings, newProcess);
  const rows = await openBeside(scenario.database);
  let { service } = scenario;
  const kill = async (): Promise<void> => {
    await service.stop('SIGKILL');
  };
  const startAgain = async (): Promise<void> => {
    service = await Service.start({ DATABASE_URL: scenario.database.url, ...settings }, newProcess);
  };
  const close = async (): Promise<void> => {
    await rows.destroy();
    await service.stop('SIGINT');
    await scenario.close();
  };
  return { ...scenario, url, rows, browser: () => new PortalBrowser(scenario, rows), kill, startAgain, close };
}

interface MailedCode {
  readonly code: string;
  /** Below the service's address. */
  readonly link: string;
}

async function eventually<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error('It was not written.');
}

let addresses = 0;

/** Somebody's browser at the portal, at an address of its own. */
export class PortalBrowser extends Browser {
  /** What the forms of the last page carry. */
  token = '';
  /** Emails up to this one were there before this browser asked. */
  private seen = 0;

  constructor(
    { service }: Scenario,
    private readonly rows: DataSource,
  ) {
    super(service);
    addresses += 1;
    this.headers = { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses & 255}` };
  }

  /** Opens a page, and follows where it leads. */
  async open(path: string): Promise<ApiResponse> {
    return this.follow(await this.get(path));
  }

  /** Sends a form of the last page. */
  async submit(path: string, fields: Record<string, string> = {}): Promise<ApiResponse> {
    return this.follow(await this.sendForm(path, { form: this.token, ...fields }));
  }

  /** Sends a form just as it is given. */
  sendForm(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const type = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    return this.send('POST', path, { headers: type, body: new URLSearchParams(fields).toString() });
  }

  /** Asks for a code for an address, without waiting for any email. */
  async ask(email: string): Promise<ApiResponse> {
    await this.open('/portal');
    await this.markSeen();
    return this.submit('/portal/sign-in', { email });
  }

  /** Leaves the emails that are there out of what `mailTo` finds. */
  async markSeen(): Promise<void> {
    const [{ id }] = (await this.rows.query('SELECT MAX(id) AS id FROM mails')) as [{ id: number | string | null }];
    this.seen = Number(id ?? 0);
  }

  /** Presses the button of the page that a link leads to, as an email or the shop gave it. */
  press(link: string): Promise<ApiResponse> {
    return this.submit('/portal/link', { token: link.split('/').at(-1)! });
  }

  /** Signs in by the code of the email. */
  async enter(email: string): Promise<ApiResponse> {
    await this.ask(email);
    const { code } = await this.mailTo(email);
    const answer = await this.submit('/portal/code', { code });
    if (answer.status !== 200) throw new Error(`Nobody was let in: ${answer.status} ${answer.text}`);
    return answer;
  }

  /** The newest mail to an address. */
  async mailTo(email: string, kind = 'portalCode'): Promise<MailedCode> {
    const newest = async (): Promise<string | undefined> => {
      const sql = 'SELECT data FROM mails WHERE recipient = ? AND kind = ? AND id > ? ORDER BY id DESC LIMIT 1';
      const [row] = (await this.rows.query(sql, [email, kind, this.seen])) as { data: string }[];
      return row?.data;
    };
    const data = await eventually(newest);
    const { code, link } = JSON.parse(data) as MailedCode;
    return { code, link: new URL(link).pathname };
  }

  private async follow(response: ApiResponse): Promise<ApiResponse> {
    const { location } = response.headers;
    if (response.status === 303 && location !== undefined) return this.open(location);
    this.token = /name="form" value="([^"]+)"/.exec(response.text)?.[1] ?? this.token;
    return response;
  }
}
