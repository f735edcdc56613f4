import { Browser } from '../support/browser';
import { type OidcProvider, startOidcProvider } from '../support/npm-oidc-provider';
import { type Scenario, startScenario } from '../support/scenario';

let provider: OidcProvider;
let scenario: Scenario;
beforeAll(async () => {
  provider = await startOidcProvider();
  scenario = await startScenario(provider.settings);
});
afterAll(async () => {
  await scenario.close();
  await provider.stop();
});

/** Goes through the provider's own pages, as a person does. @returns the address that they lead back to */
async function signInThere(start: string): Promise<string> {
  const cookies = new Map<string, string>();
  const ask = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form && new URLSearchParams(form);
    const response = await fetch(url, { method: form ? 'POST' : 'GET', body, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name, value);
    }
    return response;
  };
  const forms: Record<string, string>[] = [{ prompt: 'login', login: 'erika', password: 'any' }, { prompt: 'consent' }];
  let url = start;
  while (url.startsWith(provider.issuer)) {
    const response = await ask(url);
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, provider.issuer).href;
      continue;
    }
    // A page with a form for what it asks for next.
    const [, action] = /action="([^"]+)"/.exec(await response.text())!;
    const next = await ask(new URL(action, provider.issuer).href, forms.shift());
    url = new URL(next.headers.get('location')!, provider.issuer).href;
  }
  return url;
}

it('signs in a person whom npm’s oidc-provider knows, by its own pages', async () => {
  const browser = new Browser(scenario.service);
  const { headers } = await browser.get('/auth/login?returnTo=/console/keys');
  const back = new URL(await signInThere(headers.location!));
  expect(back.origin).toBe(scenario.service.url);
  const answer = await browser.get(back.pathname + back.search);
  expect([answer.status, answer.headers.location]).toEqual([302, '/console/keys']);
  expect((await browser.get('/api/me')).body).toMatchObject({ name: 'erika@example.com', role: 'support' });
  const { status } = await browser.get(back.pathname + back.search);
  expect([status, (await browser.get('/api/me')).status]).toEqual([302, 200]);
});
