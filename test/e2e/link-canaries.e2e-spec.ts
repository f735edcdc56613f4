import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { eventually } from '../support/ask-host';
import { Authority } from '../support/certificates';
import { Service } from '../support/service';
import { describeIf } from '../support/skipping';
import { ownServers, TlsDatabase } from '../support/tls-database';

const DAY_MS = 86_400_000;
const CANARIES: Readonly<Record<string, string | Buffer>> = {
  address: '2001:db8:ca7a:57e',
  'address in bytes': Buffer.from('20010db8ca7a057e', 'hex'),
  userAgent: 'CanaryPhone',
  referrer: 'canary-thread',
  query: 'canary-token',
  password: 'canary open sesame',
  guess: 'canary guess',
};
const VISITOR = {
  'user-agent': `Mozilla/5.0 (${String(CANARIES.userAgent)}; Linux) Gecko/20100101 Firefox/77.0`,
  'x-forwarded-for': `${String(CANARIES.address)}:1::77`,
  referer: `https://forum.example/${String(CANARIES.referrer)}?id=${String(CANARIES.query)}`,
};
const URL_A = 'https://example.com/a';
const SECRET_KEY = randomBytes(32).toString('base64');
const SETTINGS = { TRUST_PROXY: '127.0.0.1', SECRET_KEY };

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'keylink-canaries-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The canaries that are in files of a folder, or in texts. */
function found(where: string, texts: readonly string[] = []): string[] {
  const files = readdirSync(where, { recursive: true, encoding: 'utf8' })
    .map((name) => join(where, name))
    .filter((file) => statSync(file).isFile());
  const contents = [...files.map((file) => readFileSync(file)), ...texts.map((text) => Buffer.from(text))];
  expect(files.length).toBeGreaterThan(1);
  return Object.keys(CANARIES).filter((name) => contents.some((bytes) => bytes.includes(CANARIES[name])));
}

/** Every way in which a link can be visited. */
async function visitAll(service: Service): Promise<void> {
  const admin = service.client();
  const links: Record<string, object> = {
    plain: { forwardQuery: true },
    once: { maxVisits: 1, endedUrl: 'https://example.com/over' },
    card: { card: { title: 'Card' } },
    ruled: { rules: [{ percent: 50, url: 'https://example.com/b' }] },
    locked: { password: CANARIES.password },
  };
  for (const [name, fields] of Object.entries(links)) {
    expect((await admin.post('/api/links', { name, url: URL_A, ...fields })).status).toBe(201);
  }
  const visitor = service.client(null);
  const path = (name: string) => `/${name}?email=${String(CANARIES.query)}`;
  for (const name of [...Object.keys(links), 'once', 'no-such-link']) {
    await visitor.get(path(name), { headers: VISITOR });
    await visitor.send('HEAD', path(name), { headers: VISITOR });
    await visitor.get(path(name), { headers: { ...VISITOR, 'sec-purpose': 'prefetch' } });
    await visitor.get(path(name), {
      headers: { ...VISITOR, 'user-agent': `Slackbot (${String(CANARIES.userAgent)})` },
    });
  }
  const unknown = { ...VISITOR, 'user-agent': `${String(CANARIES.userAgent)} Reader/9a v1` };
  await visitor.get(path('plain'), { headers: unknown });
  // Whoever is refused is in the log with the address, for fail2ban and the like.
  const stranger = { ...VISITOR, 'x-forwarded-for': '198.51.100.1' };
  await visitor.post(path('locked'), { password: CANARIES.guess }, { headers: stranger });
  await visitor.post(path('locked'), { password: CANARIES.password }, { headers: VISITOR });
}

/** What is told of the links and their visits to those who may ask. */
async function told(service: Service): Promise<string[]> {
  const paths = [
    '/api/links/export',
    '/api/links/export?format=ndjson',
    '/api/audit',
    '/api/events',
    '/api/link/plain/visits',
    ...['referrer', 'browser', 'os', 'source', 'day'].map((by) => `/api/stats/links?by=${by}&format=csv`),
  ];
  const answers = await Promise.all(paths.map((path) => service.client().get(path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return answers.map(({ text }) => text);
}

/** Nothing of the visitors is found before and after they are counted; what was put there is. */
async function expectNoCanary(service: Service, where: string): Promise<void> {
  await visitAll(service);
  expect(found(where, [service.output, ...(await told(service))])).toEqual([]);
  await eventually(async () => {
    const { body } = await service.client().get('/api/link/locked/stats?by=visitor');
    return (body as { visits: number }[])[0].visits === 1;
  });
  expect(found(where, [service.output, ...(await told(service))])).toEqual([]);
  await service.client().post('/api/link', { name: 'planted', url: URL_A, note: CANARIES.userAgent });
  expect(found(where)).toEqual(['userAgent']);
}

it('neither visitors nor passwords are in the files of the embedded database, and the salt of yesterday is nowhere', async () => {
  const file = join(folder, 'keylink.db');
  const salt = randomBytes(32);
  const yesterday = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
  const kept = `${String(yesterday).padStart(15, '0')} ${salt.toString('base64')}\n`;
  writeFileSync(`${file}.visit-salt`, kept);
  const isThere = () => readdirSync(folder).some((name) => holdsSalt(readFileSync(join(folder, name)), salt));
  expect(isThere()).toBe(true);
  const service = await Service.start({ DATABASE_URL: `sqlite:${file}`, ...SETTINGS });
  try {
    await expectNoCanary(service, folder);
    await eventually(() => Promise.resolve(!isThere()));
    expect(readFileSync(`${file}.visit-salt`)).toHaveLength(kept.length);
  } finally {
    await service.stop('SIGINT');
  }
}, 60_000);

const holdsSalt = (bytes: Buffer, salt: Buffer): boolean =>
  bytes.includes(salt) || bytes.includes(salt.toString('base64'));

describe.each(['MySQL', 'MariaDB'] as const)('on %s', (name) => {
  describeIf(ownServers.has(name), `${name} is not installed`)('of its own', () => {
    it('they are not in its files either, its binary log among them; the salt is encrypted, and gone with the day', async () => {
      const authority = new Authority(folder, 'authority');
      const place = join(folder, 'server');
      mkdirSync(place);
      const kind = ownServers.get(name)!;
      const logging = ['--log-bin', '--server-id=1'];
      const database = await TlsDatabase.start(place, kind, authority.issue('own', 'DNS:localhost'), logging);
      const DATABASE_URL = `mysql://app:app@127.0.0.1:${database.port}/app`;
      const connection = await mysql.createConnection({ uri: DATABASE_URL });
      const salts = async () => (await connection.query<mysql.RowDataPacket[]>('SELECT day, salt FROM visit_salts'))[0];
      let service = await Service.start({ DATABASE_URL, ...SETTINGS });
      try {
        await expectNoCanary(service, join(place, 'data'));
        expect(readdirSync(join(place, 'data')).some((file) => /-bin\.\d+$|^binlog\.\d+$/.test(file))).toBe(true);
        const [{ day, salt }] = await salts();
        expect(Buffer.from(String(salt), 'base64').length).toBeGreaterThan(40);
        await service.stop('SIGINT');
        await connection.query('UPDATE visit_salts SET day = ?', [Number(day) - DAY_MS]);
        service = await Service.start({ DATABASE_URL, ...SETTINGS });
        await eventually(async () => (await salts()).length === 0);
      } finally {
        await service.stop('SIGINT');
        await connection.end();
        await database.stop();
      }
    }, 120_000);
  });
});
