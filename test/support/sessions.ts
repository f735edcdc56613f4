import { type CreatedApiKey, createApiKey } from './api-keys';
import { Browser } from './browser';
import type { Scenario } from './scenario';

/** A browser that is signed in by an API key of its own. */
interface OpenSession {
  readonly key: CreatedApiKey;
  readonly browser: Browser;
  /** As the API shows it. */
  readonly session: { readonly id: number };
  readonly token: string;
}

/** Signs in with a new API key of these scopes. */
export async function openSession(
  { service, admin }: Scenario,
  scopes = ['keys:read', 'keys:write'],
): Promise<OpenSession> {
  const key = await createApiKey(admin, scopes);
  const browser = new Browser(service);
  const { body } = await browser.signIn(key.secret);
  return { key, browser, session: body, token: browser.cookies.get('keylink')! };
}
