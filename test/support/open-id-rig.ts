import { Browser } from './browser';
import { type Scenario, startScenario } from './scenario';
import { Service } from './service';
import { CLIENT_ID, CLIENT_SECRET, type Granted, StandInProvider } from './stand-in-provider';

const ROLES = 'admin=keylink-admins,viewer=staff,support=helpdesk,developer=devs';

/** What tests of signing in with an identity provider need: a provider, a service that trusts it, and browsers of people. */
export class OpenIdRig {
  private browsers = 0;

  private constructor(
    readonly provider: StandInProvider,
    readonly scenario: Scenario,
    private readonly settings: Record<string, string>,
  ) {}

  static async start(): Promise<OpenIdRig> {
    const provider = await StandInProvider.start();
    const settings = {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_ROLES: ROLES,
      TRUST_PROXY: '127.0.0.1',
    };
    return new OpenIdRig(provider, await startScenario(settings), settings);
  }

  async stop(): Promise<void> {
    await this.scenario.close();
    await this.provider.stop();
  }

  /** Another instance on the same database, with some settings of its own. */
  startWith(settings: Record<string, string>): Promise<Service> {
    return Service.start({ ...this.settings, DATABASE_URL: this.scenario.database.url, ...settings });
  }

  /** Another instance on the same database, which trusts another provider. */
  startTrusting(issuer: string): Promise<Service> {
    return this.startWith({ OIDC_ISSUER: issuer });
  }

  /** Each at an address of its own: how often one may come is limited. */
  newBrowser(service = this.scenario.service): Browser {
    const browser = new Browser(service);
    browser.headers = { 'x-forwarded-for': `10.0.0.${++this.browsers}` };
    return browser;
  }

  /**
   * Goes to the provider.
   * @returns what the service asks of it
   * @throws {Error} when nothing leads there, or caches may keep the answer
   */
  async goThere(browser: Browser, query = ''): Promise<URL> {
    const { status, headers } = await browser.get(`/auth/login${query}`);
    const caching = headers['cache-control'];
    if (status !== 302 || caching !== 'no-store') throw new Error(`Not led to the provider: ${status}, ${caching}`);
    return new URL(headers.location!);
  }

  /** Goes to the provider and comes back with what that hands out. @returns where the service leads then */
  async signIn(browser: Browser, granted: Omit<Granted, 'asked'> = {}, query = ''): Promise<string> {
    const asked = await this.goThere(browser, query);
    const { headers } = await browser.get(this.provider.comeBack({ ...granted, asked }));
    return headers.location!;
  }
}

/** Where somebody who could not sign in is led. */
export const problem = (word: string): string => `/console/sign-in?problem=${word}`;

/** A person in these groups. */
export const as = (...groups: string[]) => ({ claims: { groups } });

export async function expectSignedOut(browser: Browser): Promise<void> {
  expect(browser.cookies.has('keylink')).toBe(false);
  expect((await browser.get('/api/me')).status).toBe(401);
}
