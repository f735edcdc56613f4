import { randomBytes } from 'node:crypto';
import type { ApiClient } from './api-client';
import { keylink } from './command-line';
import { createLicenseKey } from './license-keys';
import { type Scenario, startScenario } from './scenario';
import { onEmbedded, type TestDatabase } from './test-database';

export const KEY_SETS = '/.well-known/keylink/keys';

/** The `kid` of the key that signed a token. */
export const kidOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0], 'base64url').toString()) as { kid: string }).kid;

/** Whoever looks after the keys that sign: by the API, and by the command line. */
export class SigningDesk {
  /** What every process needs that shall sign. The embedded database has a file for it. */
  static readonly environment: Readonly<Record<string, string>> = onEmbedded()
    ? {}
    : { SECRET_KEY: randomBytes(32).toString('base64') };

  constructor(
    private readonly admin: ApiClient,
    private readonly database: TestDatabase,
  ) {}

  async status() {
    return (await this.admin.get('/api/signing')).body;
  }

  /** Runs `keylink signing`. @returns what it printed as JSON, besides */
  async run(...args: string[]) {
    const environment = { DATABASE_URL: this.database.url, ...SigningDesk.environment };
    const { exitCode, stdout, stderr } = await keylink(environment, 'signing', ...args, '--json');
    return { exitCode, stderr, body: JSON.parse(stdout) };
  }

  /** The `kid` of the key that signs. */
  async currentKid(): Promise<string> {
    return (await this.status()).keys.at(-1).kid as string;
  }

  /** An offline license for a new license key. */
  async license(): Promise<string> {
    const { id } = await createLicenseKey(this.admin);
    return (await this.admin.post(`/api/keys/${id}/license`, {})).body.license as string;
  }
}

/** A service on which signing isn't set up. */
export async function startSigning(): Promise<{ scenario: Scenario; desk: SigningDesk }> {
  const scenario = await startScenario({ ...SigningDesk.environment });
  return { scenario, desk: new SigningDesk(scenario.admin, scenario.database) };
}
