import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSecret } from '../../src/access/api-keys/api-key-secret';
import { createLicenseKey } from '../support/license-keys';
import { openBeside } from '../support/open-beside';
import { ADMIN_KEY, Service } from '../support/service';
import { describeIf } from '../support/skipping';
import { createMigratedDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

const WORKERS = 3;
const LIMIT = 6;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Processes that have this one as their parent. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const [, , , ppid] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/\(.*\)/, '()')
        .split(' ');
      return Number(ppid) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const giveUp = Date.now() + 20_000; !(await isSo()); await sleep(50)) {
    if (Date.now() > giveUp) throw new Error('It does not become so.');
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function ask(url: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  const options = { method: body ? 'POST' : 'GET', agent: false, headers: { ...JSON_TYPE, ...headers } };
  // Of the connections that a killed worker has not taken over yet, one may hang.
  const signal = AbortSignal.timeout(5000);
  return new Promise((resolve, reject) => {
    const asking = request(url, { ...options, signal }, (response) => {
      text(response).then((all) => resolve({ status: response.statusCode!, text: all }), reject);
    });
    asking.on('error', reject).end(body && JSON.stringify(body));
  });
}

const describeOnServers = describeIf(!onEmbedded() && process.platform === 'linux', 'needs a server, and Linux');

describeOnServers('several workers', () => {
  let database: TestDatabase;
  let service: Service;
  const settings = () => ({
    DATABASE_URL: database.url,
    WORKERS: String(WORKERS),
    WRONG_KEY_LIMIT_PER_MINUTE: String(LIMIT),
    TRUST_PROXY: '127.0.0.1',
  });
  const start = () => Service.start(settings(), { isNew: true });
  /** On connections of their own, which go to the workers in turn. */
  const many = (count: number, path: string, headers: Record<string, string>, body?: object): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, () => ask(`${service.url}${path}`, headers, body)));
  const asAdmin = { 'x-api-key': ADMIN_KEY };
  /** All that are there take connections, by turns. */
  const haveAllStarted = () => {
    const answering = [...service.output.matchAll(/Worker (\d+) answers/g)].map(([, pid]) => Number(pid));
    const children = childrenOf(service.pid);
    return children.length === WORKERS && children.every((pid) => answering.includes(pid));
  };
  const countOf = async (pattern: RegExp) =>
    Number(pattern.exec((await many(1, '/metrics', asAdmin))[0].text)?.[1] ?? NaN);

  beforeAll(async () => {
    database = await createMigratedDatabase();
    service = await start();
    await until(haveAllStarted);
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await database.drop();
  });

  it('answer together: a limit holds for all of them, and metrics are sums', async () => {
    const headers = { 'x-api-key': generateSecret(), 'x-forwarded-for': '203.0.113.9' };
    const guesses = await many(4 * LIMIT, '/api/keys?limit=1', headers);
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(LIMIT);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3 * LIMIT);

    const key = await createLicenseKey(service.client());
    const answers = await many(30, '/api/check', asAdmin, { id: key.key });
    expect(answers.filter((answer) => answer.text.includes('AUTHORISED'))).toHaveLength(30);
    expect(await countOf(/^keylink_checks_total\{verdict="AUTHORISED"\} (\d+)/m)).toBe(30);
  });

  it('replace one that is killed, and lose nothing that was answered', async () => {
    const admin = service.client();
    const key = await createLicenseKey(admin);
    const before = childrenOf(service.pid);
    let answered = 0;
    const progress = { isOver: false };
    const load = Promise.all(
      Array.from({ length: 6 }, async () => {
        while (!progress.isOver) {
          const [{ status }] = await many(1, '/api/check', asAdmin, { id: key.key }).catch(() => [{ status: 0 }]);
          if (status === 200) answered++;
        }
      }),
    );
    await sleep(500);
    const PASSES = /^keylink_checks_total\{verdict="AUTHORISED"\} (\d+)/m;
    const scraped = await countOf(PASSES);
    process.kill(before[1], 'SIGKILL');
    const isReplaced = () => {
      const now = childrenOf(service.pid);
      return now.length === WORKERS && !now.includes(before[1]);
    };
    await until(isReplaced).finally(() => (progress.isOver = true));
    await load;
    expect(answered).toBeGreaterThan(0);
    expect(service.output).toContain(`Worker ${before[1]} ended (SIGKILL)`);
    const source = await openBeside(database);
    const [{ logs }] = await source.query('SELECT COUNT(*) AS logs FROM license_logs WHERE key_id = ?', [key.id]);
    await source.destroy();
    expect(Number(logs)).toBeGreaterThanOrEqual(answered);
    await until(haveAllStarted);
    expect(await countOf(PASSES)).toBeGreaterThanOrEqual(scraped);
  }, 60_000);

  it('drain when the parent is told to end, and leave none behind', async () => {
    const workers = childrenOf(service.pid);
    const key = await createLicenseKey(service.client());
    const asked = many(20, '/api/check', asAdmin, { id: key.key });
    await sleep(20);
    const ended = service.stop();
    expect((await asked).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await ended).toBe(0);
    const left = new Set(readdirSync('/proc'));
    expect(workers.filter((pid) => left.has(String(pid)))).toEqual([]);
  }, 60_000);

  it('do not start where the first one can not, and say why once', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const failed = Service.start({ ...settings(), PORT: String(port) }, { isNew: true });
    await expect(failed).rejects.toThrow(/ended with exit code 1:\n[^]*PORT: \d+ is in use by another program/);
    taken.close();
  }, 60_000);
});
