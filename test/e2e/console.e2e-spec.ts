import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Browser } from '../support/browser';
import { exchangeRaw } from '../support/raw-http';
import { ROOT } from '../support/root';
import { ADMIN_KEY, Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

const PAGE = '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>';
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5000))});`;

/** A service like the built one, with a console of its own beside it. */
let dist: string;
let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  // In the project, whose packages it needs.
  dist = mkdtempSync(join(ROOT, 'build/console-'));
  for (const file of ['main.js', 'run-bundle.cjs', 'bundle.js'])
    copyFileSync(join(ROOT, 'dist', file), join(dist, file));
  database = await createMigratedDatabase();
  service = await Service.startAlone({ DATABASE_URL: database.url }, { main: join(dist, 'main.js') });
});
afterAll(async () => {
  await service.stop('SIGINT');
  await database.drop();
  rmSync(dist, { recursive: true });
});

function build(): void {
  const assets = join(dist, 'console/assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(join(dist, 'console/index.html'), PAGE);
  writeFileSync(join(assets, 'index-Dk3_9.js'), SCRIPT);
  writeFileSync(join(assets, 'index-Dk3_9.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(assets, 'index-Dk3_9.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(assets, 'mark-1.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(assets, '.env'), 'secret');
  writeFileSync(join(assets, 'page.html'), 'no asset');
}

/** As `fetch` doesn't: without undoing what it takes for compressed, or for too many dots. */
async function ask(path: string, head = '', method = 'GET') {
  const request = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}Connection: close\r\n\r\n`;
  const answer = await exchangeRaw(service.url, request);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(answer.head)?.[1].trim();
  return { ...answer, header };
}

/** The bytes of an asset, as they are sent. */
async function bytesOf(path: string, accepted: string) {
  const { get } = await import('node:http');
  return new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
    get(service.url + path, { headers: { 'accept-encoding': accepted } }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('end', () =>
        resolve({ encoding: incoming.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
      );
    }).once('error', reject);
  });
}

it('says how to build a console that isn’t there, while the service works', async () => {
  for (const path of ['/console', '/console/keys']) {
    const { status, body, header } = await ask(path);
    expect([status, header('content-type'), header('cache-control')]).toEqual([
      503,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(body).toContain('npm run build');
  }
  expect((await ask('/console/assets/index.js')).status).toBe(404);
  expect((await service.client().get('/api/keys')).status).toBe(200);
});

describe('a console that was built', () => {
  beforeAll(build);

  it.each(['/console', '/console/', '/console/keys/1?tab=logs', '/console/a/b/c/d', '/Console'])(
    'is one page, wherever it is: %s',
    async (path) => {
      const { status, body, header } = await ask(path);
      expect([status, header('content-type'), header('cache-control')]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      const [, nonce] = /content="([\w-]{24})"/.exec(body)!;
      expect(body).toBe(PAGE.replaceAll('__CSP_NONCE__', nonce));
      expect(header('content-security-policy')!.split('; ').toSorted()).toEqual(
        [
          "base-uri 'none'",
          "connect-src 'self'",
          "default-src 'none'",
          "font-src 'self'",
          "form-action 'self'",
          "frame-ancestors 'none'",
          "img-src 'self' data: blob:",
          "manifest-src 'self'",
          "script-src 'self'",
          `style-src 'self' 'nonce-${nonce}'`,
          "style-src-attr 'none'",
        ].toSorted(),
      );
      expect([header('x-frame-options'), header('x-content-type-options'), header('referrer-policy')]).toEqual([
        'DENY',
        'nosniff',
        'no-referrer',
      ]);
      expect((await ask(path)).body).not.toBe(body);
    },
  );

  it('answers HEAD with the same head, and nothing but GET and HEAD', async () => {
    const head = await ask('/console/keys', '', 'HEAD');
    expect([head.status, head.body, head.header('content-length')]).toEqual([200, '', String(PAGE.length + 22)]);
    const post = await ask('/console/keys', '', 'POST');
    expect([post.status, post.header('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', undefined],
    ['br;q=0', undefined],
    [`${'x, '.repeat(500)}br`, undefined],
  ])('sends its files as they were compressed, to who accepts %.30s', async (accepted, expected) => {
    const { encoding, bytes } = await bytesOf('/console/assets/index-Dk3_9.js', accepted);
    const plain = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect([encoding, plain.toString() === SCRIPT]).toEqual([expected, true]);
  });

  it('lets them be kept for ever, and says what they are', async () => {
    const script = await ask('/console/assets/index-Dk3_9.js', 'Accept-Encoding: br\r\n');
    expect(['cache-control', 'content-type', 'vary', 'cross-origin-resource-policy'].map(script.header)).toEqual([
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
      'Accept-Encoding',
      'same-origin',
    ]);
    const image = await ask('/console/assets/mark-1.svg', 'Accept-Encoding: br\r\n');
    expect([image.header('content-type'), image.header('content-encoding')]).toEqual(['image/svg+xml', undefined]);
  });

  it.each([
    '/console/assets/nothing.js',
    '/console/assets/.env',
    '/console/assets/page.html',
    '/console/assets/..%2f..%2fmain.js',
    '/console/assets/..%5cindex.html',
    '/console/assets/%2e%2e%2findex.html',
    '/console/assets/index-Dk3_9.js.br',
    '/console/assets/index-Dk3_9.js%00',
    `/console/assets/${'x'.repeat(500)}.js`,
  ])('has no other files: %.50s', async (path) => {
    const { status, header, body } = await ask(path);
    expect([status, header('cache-control')]).toEqual([404, 'no-store']);
    expect(body).toBe('{"msg":"There is nothing at this path."}');
  });

  it('keeps nothing of anybody’s: neither the page nor what it asks for, before and after signing out', async () => {
    const browser = new Browser(service);
    await browser.signIn(ADMIN_KEY);
    const kept = async () => {
      const cookie = `Cookie: keylink=${browser.cookies.get('keylink') ?? 'gone'}\r\n`;
      const answers = await Promise.all(['/console/keys', '/api/me', '/api/keys'].map((path) => ask(path, cookie)));
      return answers.map(({ status, header }) => [status, header('cache-control')]);
    };
    expect(await kept()).toEqual([
      [200, 'no-store'],
      [200, 'no-store'],
      [200, 'no-store'],
    ]);
    await browser.delete('/api/sessions/current');
    expect(await kept()).toEqual([
      [200, 'no-store'],
      [401, 'no-store'],
      [401, 'no-store'],
    ]);
  });
});
