import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBeside } from '../support/open-beside';
import { ROOT } from '../support/root';
import { runSql } from '../support/run-sql';
import { inScenario, type Scenario, startScenario, unique } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';
import { onEmbedded } from '../support/test-database';
import { until } from '../support/until';

interface Event {
  readonly id: string;
  readonly position: number;
  readonly data: { readonly [name: string]: Record<string, unknown> };
}

let scenario: Scenario;
const admin = () => scenario.admin;
const eventsOf = async (service: Service, query: string): Promise<Event[]> =>
  (await service.client().get(`/api/events?${query}`)).body as Event[];
const lastPosition = async (): Promise<number> =>
  (await eventsOf(scenario.service, 'limit=1000')).at(-1)?.position ?? 0;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('followers', () => {
  /** As the guide says: what an answer has, then what follows it. */
  async function follow(service: Service, over: AbortSignal): Promise<Event[]> {
    const seen: Event[] = [];
    while (!over.aborted) {
      const after = seen.at(-1)?.position ?? 0;
      const found = await eventsOf(service, `after=${after}&wait=1&limit=200`).catch(() => []);
      if (Array.isArray(found)) seen.push(...found);
    }
    return seen;
  }

  it('see every change once and in one order, while instances die and a transaction of somebody else stays open', async () => {
    const { database } = scenario;
    const environment = { DATABASE_URL: database.url };
    const beside = onEmbedded() ? undefined : await openBeside(database);
    const reader = onEmbedded() ? scenario.service : await Service.start(environment);
    let writer = onEmbedded() ? scenario.service : await Service.start(environment);
    const [following, writing] = [new AbortController(), new AbortController()];
    const uid = unique('followed');
    const created: number[] = [];
    const unknown = { answers: 0 };
    const write = async () => {
      while (!writing.signal.aborted) {
        const answer = await writer
          .client()
          .post('/api/keys', { uid, pid: 3 })
          .catch(() => undefined);
        if (answer?.status === 201) created.push(answer.body.id as number);
        else unknown.answers++;
        await sleep(20);
      }
    };
    const followers = [reader, reader, scenario.service].map((service) => follow(service, following.signal));
    const writers = Array.from({ length: 8 }, write);
    // It gets an id before all that follow, and commits after them: whoever remembers ids alone has missed it.
    const late = beside?.createQueryRunner();
    await late?.startTransaction();
    await late?.query(
      `INSERT INTO events (eventId, type, targetType, targetId, uid, product, actorType, actorName, at, data, position)
        VALUES ('evt_late', 'licenseKey.created', 'licenseKey', 0, '${uid}', 3, 'service', 'late', 0, '{}', NULL)`,
    );
    for (let kill = 0; kill < (onEmbedded() ? 0 : 3); kill++) {
      await sleep(700);
      await writer.stop('SIGKILL');
      writer = await Service.start(environment);
    }
    await sleep(1500);
    const ids = (await runSql(database, 'SELECT id, eventId, position FROM events')) as {
      id: number | string;
      position: number | null;
    }[];
    await late?.commitTransaction();
    await sleep(300);
    writing.abort();
    await Promise.all(writers);
    // Another instance takes the numbering over from one that was killed.
    await sleep(onEmbedded() ? 1000 : 13_000);
    following.abort();
    const [first, ...others] = await Promise.all(followers);
    const ofKeys = first.filter(({ data: { licenseKey } }) => licenseKey?.uuid === uid);
    const rows = (await runSql(database, `SELECT id FROM license_keys WHERE uuid = '${uid}' ORDER BY id`)) as {
      id: number | string;
    }[];
    expect(created.length).toBeGreaterThan(10);
    expect(ofKeys.map(({ data }) => data.licenseKey.id as number).toSorted((a, b) => a - b)).toEqual(
      rows.map(({ id }) => Number(id)),
    );
    expect(rows.map(({ id }) => Number(id))).toEqual(expect.arrayContaining(created));
    expect(first.map(({ position }) => position)).toEqual(first.map((_, index) => index + 1));
    for (const other of others) expect(other.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    if (late) {
      expect(first.some(({ id }) => id === 'evt_late')).toBe(true);
      // The control: by ids, greater ones were seen before it.
      expect(ids.some(({ position }) => position !== null)).toBe(true);
      const lateId = Number(
        ((await runSql(database, `SELECT id FROM events WHERE eventId = 'evt_late'`)) as { id: number | string }[])[0]
          .id,
      );
      expect(Math.max(...ids.filter(({ position }) => position !== null).map(({ id }) => Number(id)))).toBeGreaterThan(
        lateId,
      );
      await late.release();
      await beside!.destroy();
      await reader.stop('SIGINT');
      await writer.stop('SIGINT');
    }
  }, 90_000);

  it('get nothing twice, and no refusal, after a crash that has set back what may be seen', async () => {
    const over = new AbortController();
    const following = follow(scenario.service, over.signal);
    await admin().post('/api/keys/bulk', { count: 5, uid: unique('seen'), pid: 1 });
    await sleep(1000);
    const last = await lastPosition();
    const beside = await openBeside(scenario.database);
    const setBack = new AbortController();
    const settingBack = (async () => {
      while (!setBack.signal.aborted) {
        await beside.query('UPDATE event_positions SET shown = position - 3');
        await sleep(5);
      }
    })();
    for (let asked = 0; asked < 3; asked++) {
      const { status, body, headers } = await admin().get(`/api/events?after=${last}`);
      expect([status, body, headers.link]).toEqual([200, [], expect.stringMatching(new RegExp(`[?&]after=${last}>`))]);
    }
    setBack.abort();
    await settingBack;
    await beside.destroy();
    await admin().post('/api/keys', { uid: unique('after'), pid: 1 });
    await sleep(1500);
    over.abort();
    const positions = (await following).map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: last + 1 }, (_, index) => index + 1));
  });
});

const guide = readFileSync(join(ROOT, 'docs/events.md'), 'utf8');

type Program = readonly [called: string, language: string, name: string, command: string];
const PROGRAMS: readonly Program[] = [
  ['Node', 'js', 'follow.mjs', process.execPath],
  ['Python', 'py', 'follow.py', 'python3'],
  ['PHP', 'php', 'follow.php', 'php'],
];

/** The program of the guide, in a folder of its own. */
class Follower {
  readonly folder = mkdtempSync(join(tmpdir(), 'follow-'));
  readonly position = join(this.folder, 'position');
  output = '';
  errors = '';
  private readonly command: readonly [file: string, args: string[]];
  private child: ChildProcess | undefined;

  constructor(
    [, language, name, command]: Program,
    private readonly url: string,
  ) {
    const [, source] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)!;
    writeFileSync(join(this.folder, name), source);
    this.command = [command, [name]];
  }

  start(key = ADMIN_KEY): void {
    const env = { PATH: process.env.PATH, KEYLINK_URL: this.url, KEY: key };
    const child = spawn(...this.command, { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (text: Buffer) => (this.output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (this.errors += text.toString()));
    this.child = child;
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  remove(): void {
    this.kill();
    rmSync(this.folder, { recursive: true });
  }

  positions(): number[] {
    return [...this.output.matchAll(/^(\d+) licenseKey\.created /gm)].map(([, position]) => Number(position));
  }
}

describe.each(PROGRAMS)('the program of the guide in %s', (...program) => {
  it('survives kill -9 and sees each event', async () => {
    const follower = new Follower(program, scenario.service.url);
    writeFileSync(follower.position, String(await lastPosition()));
    const positions = () => follower.positions();
    const create = () => admin().post('/api/keys', { uid: 'followed by a program', pid: 1 });
    try {
      follower.start();
      await create();
      await until(() => positions().length === 1);
      await until(
        () => existsSync(follower.position) && readFileSync(follower.position, 'utf8') === String(positions()[0]),
      );
      follower.kill();
      await create();
      await create();
      follower.start();
      await create();
      await until(() => positions().length === 4);
      const [first] = positions();
      expect(positions()).toEqual([first, first + 1, first + 2, first + 3]);
    } finally {
      follower.remove();
    }
  });

  it(
    'begins with the oldest event that is kept, and says what a refusal says',
    inScenario(async ({ admin: client, service, database }) => {
      for (let n = 0; n < 4; n++) await client.post('/api/keys', { uid: 'before it began', pid: 1 });
      while ((await eventsOf(service, 'after=0&wait=5')).length < 5) await sleep(50);
      await runSql(database, 'DELETE FROM events WHERE position <= 2');
      const follower = new Follower(program, service.url);
      try {
        follower.start();
        await until(() => follower.positions().length === 3);
        expect(follower.positions()).toEqual([3, 4, 5]);
        follower.kill();
        writeFileSync(follower.position, '1');
        follower.start();
        await until(() => follower.errors.includes('Go on with after=2.'));
        follower.kill();
        follower.start('wrong');
        await until(() => follower.errors.includes('Send a valid API key'));
      } finally {
        follower.remove();
      }
    }),
  );
});
