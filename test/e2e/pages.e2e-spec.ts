import { createHash } from 'node:crypto';
import type { ApiResponse } from '../support/api-client';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { Service } from '../support/service';

let scenario: Scenario;
const visitor = () => scenario.service.client(null);
/** As Firefox and Chrome send it. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const browse = (path: string, accept = BROWSER) => visitor().get(path, { headers: { accept } });

beforeAll(async () => {
  scenario = await startScenario({ WRONG_KEY_LIMIT_PER_MINUTE: '1000' });
});
afterAll(() => scenario.close());

function expectPage({ headers, text }: ApiResponse, title: string): void {
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers.vary).toContain('Accept');
  expect(text).toContain(`<h1>${title}</h1>`);
  const [, style] = /<style>([^]*)<\/style>/.exec(text)!;
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none';style-src 'sha256-${hash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
  );
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(text).not.toMatch(/<script|\son\w+=|https?:\/\/|\d+\.\d+\.\d+/);
}

describe('GET /', () => {
  it('leads a browser to the console', async () => {
    const { status, headers } = await browse('/');
    expect([status, headers.location, headers['cache-control'], headers.vary]).toEqual([
      302,
      '/console',
      'no-store',
      'Accept',
    ]);
  });

  it('says in a browser what this is and where the documentation is, where there is no console', async () => {
    const { url } = scenario.database;
    const service = await Service.start({
      DATABASE_URL: url,
      CONSOLE: 'false',
      PUBLIC_URL: 'https://go.example.com/s',
    });
    try {
      const page = await service.client(null).get('/', { headers: { accept: BROWSER } });
      expect(page.status).toBe(200);
      expectPage({ ...page, text: page.text.replaceAll('https://go.example.com/s', '') }, 'keylink');
      expect(page.text).toContain('<a href="https://go.example.com/s/docs">Documentation<');
      for (const path of ['/console/', '/console/keys/1', '/console/assets/index.js', '/auth/login']) {
        expect([path, (await service.client(null).get(path)).status]).toEqual([path, 404]);
      }
    } finally {
      await service.stop();
    }
  });

  it.each(['*/*', 'application/json', 'text/plain', 'application/json, text/html', `${'x/y,'.repeat(300)}text/html`])(
    'says it in JSON to a program that accepts %.40s',
    async (accept) => {
      const { status, headers, body } = await browse('/', accept);
      expect([status, headers['content-type'], headers.vary]).toEqual([
        200,
        'application/json; charset=utf-8',
        'Accept',
      ]);
      expect(body).toEqual({
        name: 'keylink',
        description: 'License keys and short links.',
        documentation: '/docs',
        openapi: '/docs/openapi.json',
      });
    },
  );
});

describe('a link that leads nowhere', () => {
  it('is a page in a browser', async () => {
    for (const path of ['/nosuchname', '/nosuchname/', '/no/such/path', '/.env']) {
      const page = await browse(path);
      expect([path, page.status, page.headers['cache-control']]).toEqual([path, 404, 'no-store']);
      expectPage(page, 'This link leads nowhere');
      const head = await visitor().head(path, { headers: { accept: BROWSER } });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([
        404,
        '',
        page.headers['content-length'],
      ]);
    }
  });

  it('never shows what was asked for', async () => {
    for (const path of ['/zzyzx<script>', '/%3Cscript%3Ezzyzx', '/zzyzx%22%27?zzyzx=<b>']) {
      expect((await browse(encodeURI(path))).text).not.toMatch(/zzyzx|<b>|%3C/i);
    }
  });

  it.each(['*/*', 'application/json', 'image/avif,*/*;q=0.8'])(
    'is JSON for a program that accepts %s',
    async (accept) => {
      const { status, headers, body } = await browse('/nosuchname', accept);
      expect([status, body]).toEqual([404, { msg: 'There is no link with this name.' }]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept' });
    },
  );

  it('stays JSON below the paths of the service, and for what is no visit', async () => {
    for (const path of ['/api/nothing', '/API/keys/1', '/health/nothing', '/metrics']) {
      const { status, headers, body } = await browse(path);
      expect([path, status >= 400, body]).toEqual([path, true, { msg: expect.any(String) }]);
      expect([path, headers.vary]).toEqual([path, undefined]);
    }
    const posted = await visitor().put('/nosuchname', undefined, { headers: { accept: BROWSER } });
    expect([posted.status, posted.body]).toEqual([405, { msg: expect.any(String) }]);
  });

  it('is a page when the link is gone, or its address is malformed', async () => {
    const name = unique('gone');
    await scenario.admin.post('/api/link', { name, url: 'https://example.com/', expiresAt: 1_000_000_000_000 });
    const gone = await browse(`/${name}`);
    expect([gone.status, gone.headers['cache-control']]).toEqual([410, 'private, max-age=0']);
    expectPage(gone, 'This link is gone');
    const malformed = await browse('/%zz');
    expect(malformed.status).toBe(400);
    expectPage(malformed, 'That did not work');
  });

  it('redirects browsers and programs alike', async () => {
    const name = unique('works');
    await scenario.admin.post('/api/link', { name, url: 'https://example.com/' });
    const [browser, program] = [await browse(`/${name}`), await browse(`/${name}`, '*/*')];
    for (const answer of [browser, program]) {
      delete answer.headers['x-request-id'];
      delete answer.headers.date;
    }
    expect([browser.status, browser.headers]).toEqual([302, program.headers]);
  });
});
