import { openBeside } from '../support/open-beside';
import { readPages } from '../support/pages';
import { type Scenario, startScenario, unique } from '../support/scenario';

const HOUR = 60 * 60 * 1000;
const NOW = 1_767_225_600_000;
/** More than any search finds by an index alone. */
const STORED = 12_000;

interface StoredKey {
  readonly id: number;
  readonly uuid: string;
  readonly product: number;
  readonly key: string;
  readonly ip: string;
  readonly disabled: boolean;
  readonly lastSeen: number;
  readonly expiresAt: number | null;
  readonly seats: number | null;
  readonly plan: string | null;
}

/** Keys of every kind, spread so that each filter has few, some and many matches, anywhere in the list. */
const stored = Array.from({ length: STORED }, (_, index): StoredKey => {
  const scattered = (index * 7919) % STORED;
  return {
    id: index + 1,
    uuid: `user-${index % 7}`,
    product: index % 3,
    // Were the underscore a wildcard, every key would match the beginning of half of them.
    key: `${index % 2 === 0 ? 'k_' : 'kX'}-${String(scattered).padStart(5, '0')}`,
    ip: index % 5 === 0 ? '' : `10.0.0.${index % 100}`,
    disabled: index % 1000 === 7,
    lastSeen: index % 3 === 0 ? 0 : NOW + scattered * 1000,
    expiresAt: index % 4 === 0 ? null : NOW + ((index * 31) % STORED) * HOUR,
    // Few of the first are without seats, and all others.
    seats: index < 5000 && index % 8 > 1 ? 1 + (index % 9) : null,
    plan: index % 6 === 1 ? 'pro' : null,
  };
});

let scenario: Scenario;
const admin = () => scenario.admin;
const create = async (fields: object = {}) =>
  (await admin().post('/api/keys', { uid: unique('user'), pid: 1, ...fields })).body;
const search = async (query: string): Promise<{ id: number; key: string }[]> =>
  (await admin().get(`/api/keys?${query}`)).body;
const idsOf = (keys: readonly { id: number }[]) => keys.map(({ id }) => id);

async function store(keys: readonly StoredKey[]): Promise<void> {
  const dataSource = await openBeside(scenario.database);
  try {
    for (let first = 0; first < keys.length; first += 1000) {
      const some = keys.slice(first, first + 1000);
      await dataSource.query(
        `INSERT INTO license_keys (id, uuid, product, \`key\`, ip, status, disabled, locked, lastSeen, lastSeenHour, expiresAt, seats, plan)
         VALUES ${some.map(() => '(?, ?, ?, ?, ?, 1, ?, 0, ?, ?, ?, ?, ?)').join(', ')}`,
        some.flatMap((key) => [
          key.id,
          key.uuid,
          key.product,
          key.key,
          key.ip,
          Number(key.disabled),
          key.lastSeen,
          key.lastSeen === 0 ? null : Math.floor(key.lastSeen / HOUR),
          key.expiresAt,
          key.seats,
          key.plan,
        ]),
      );
    }
  } finally {
    await dataSource.destroy();
  }
}

beforeAll(async () => {
  scenario = await startScenario();
  await store(stored);
}, 60_000);
afterAll(() => scenario.close());

describe('a search', () => {
  it.each<[string, (key: StoredKey) => boolean]>([
    ['keyPrefix=k_-0001', ({ key }) => key.startsWith('k_-0001')],
    ['keyPrefix=k_', ({ key }) => key.startsWith('k_')],
    ['keyPrefix=kX-&disabled=true', ({ key, disabled }) => key.startsWith('kX-') && disabled],
    [
      'keyPrefix=k&disabled=true&pid=2',
      ({ key, disabled, product }) => key.startsWith('k') && disabled && product === 2,
    ],
    ['uidPrefix=user-3', ({ uuid }) => uuid.startsWith('user-3')],
    ['ip=10.0.0.7', ({ ip }) => ip === '10.0.0.7'],
    ['ip=&disabled=true', ({ ip, disabled }) => ip === '' && disabled],
    ['ip=', ({ ip }) => ip === ''],
    [`lastSeenBefore=${NOW + 1}`, ({ lastSeen }) => lastSeen <= NOW],
    ['lastSeenBefore=0', () => false],
    ['lastSeenAfter=0', ({ lastSeen }) => lastSeen > 0],
    [`lastSeenAfter=${NOW + 11_900_000}`, ({ lastSeen }) => lastSeen > NOW + 11_900_000],
    [`lastSeenAfter=${NOW}&lastSeenBefore=${NOW + HOUR}`, ({ lastSeen }) => lastSeen > NOW && lastSeen < NOW + HOUR],
    [`lastSeenAfter=${NOW + HOUR}&lastSeenBefore=${NOW}`, () => false],
    [`lastSeenBefore=${Number.MAX_SAFE_INTEGER}`, () => true],
    [`expiresBefore=${NOW}`, () => false],
    [`expiresBefore=${NOW + 100 * HOUR}`, ({ expiresAt }) => expiresAt !== null && expiresAt < NOW + 100 * HOUR],
    [`expiresBefore=${Number.MAX_SAFE_INTEGER}`, ({ expiresAt }) => expiresAt !== null],
    [`expiresAfter=${NOW + 11_900 * HOUR}`, ({ expiresAt }) => expiresAt !== null && expiresAt > NOW + 11_900 * HOUR],
    ['expiresAfter=0', ({ expiresAt }) => expiresAt !== null],
    [`expiresAfter=${Number.MAX_SAFE_INTEGER}`, () => false],
    [
      `expiresAfter=${NOW + 100 * HOUR}&expiresBefore=${NOW + 200 * HOUR}`,
      ({ expiresAt }) => expiresAt !== null && expiresAt > NOW + 100 * HOUR && expiresAt < NOW + 200 * HOUR,
    ],
    [`expiresAfter=${NOW + HOUR}&expiresBefore=${NOW}`, () => false],
    ['hasPlan=true', ({ plan }) => plan !== null],
    ['hasPlan=false', ({ plan }) => plan === null],
    ['hasPlan=true&pid=1', ({ plan, product }) => plan !== null && product === 1],
    ['hasSeats=true', ({ seats }) => seats !== null],
    ['hasSeats=false', ({ seats }) => seats === null],
    [
      'hasSeats=true&keyPrefix=k_&pid=1',
      ({ seats, key, product }) => seats !== null && key.startsWith('k_') && product === 1,
    ],
    ['hasSeats=false&disabled=true', ({ seats, disabled }) => seats === null && disabled],
    [
      `uid=user-3&keyPrefix=k_&lastSeenBefore=${NOW + 5 * HOUR}&expiresBefore=${NOW + 9000 * HOUR}&status=true&ip=10.0.0.10`,
      ({ uuid, key, lastSeen, expiresAt, ip }) =>
        uuid === 'user-3' &&
        key.startsWith('k_') &&
        lastSeen < NOW + 5 * HOUR &&
        expiresAt !== null &&
        expiresAt < NOW + 9000 * HOUR &&
        ip === '10.0.0.10',
    ],
  ])('by %s finds exactly what matches, streamed and paged', async (query, matches) => {
    const expected = idsOf(stored.filter(matches));
    expect(idsOf(await search(query))).toEqual(expected);
    expect(idsOf(await search(`${query}&after=6000`))).toEqual(expected.filter((id) => id > 6000));
    const pages = await readPages(admin(), `/api/keys?${query}&limit=999`);
    expect(idsOf(pages.flat())).toEqual(expected);
    expect(pages.map(({ length }) => length)).toEqual(
      Array.from({ length: Math.max(1, Math.ceil(expected.length / 999)) }, (_, index) =>
        Math.min(999, expected.length - index * 999),
      ),
    );
    const [first] = expected;
    expect(idsOf(await search(`${query}&limit=1`))).toEqual(first === undefined ? [] : [first]);
  });

  it.each([
    'keyPrefix=',
    'keyPrefix=%20',
    'keyPrefix=a%20b',
    'keyPrefix=%C3%A9',
    'keyPrefix=a%00',
    `keyPrefix=${'x'.repeat(192)}`,
    'keyPrefix=a&keyPrefix=b',
    'ip=example.com',
    'ip=10.0.0.0%2F33',
    'ip=10.0.0.1&ip=10.0.0.2',
    'lastSeenBefore=',
    'lastSeenBefore=-1',
    'lastSeenAfter=1.5',
    'lastSeenAfter=9007199254740992',
    'expiresBefore=2100-01-01',
    'expiresAfter=-1',
    'expiresAfter=1.5',
    'hasSeats=',
    'hasSeats=1',
    'hasSeats=true&hasSeats=true',
    'hasPlan=pro',
    'seats=3',
    'lastSeen=1',
    'lastSeenHour=1',
  ])('is refused by %s', async (query) => {
    const { status, body } = await admin().get(`/api/keys?${query}`);
    expect([status, body]).toEqual([400, { msg: expect.any(String) }]);
  });
});

describe('keyPrefix', () => {
  it('has no wildcards, and compares bytes', async () => {
    const [longest, last] = ['l'.repeat(191), '~~~'];
    const names = ['w%x', 'w_x', 'w\\x', 'w\\\\x', "w'x", 'w*x', 'w?x', 'w[a]x', 'wyx', 'Wyx', 'wYx', longest, last];
    const keys = names.map((key, index) => ({ ...stored[0], id: STORED + 1000 + index, key, uuid: 'wild' }));
    await store(keys);
    for (const { key } of keys) {
      expect((await search(`keyPrefix=${encodeURIComponent(key)}`)).map((found) => found.key)).toEqual([key]);
    }
    const prefixes: [string, string[]][] = [
      ['w', names.filter((name) => name.startsWith('w'))],
      ['w%', ['w%x']],
      ['w\\', ['w\\x', 'w\\\\x']],
      ['~', [last]],
      ['~~~~', []],
      ['%', []],
      ['_', []],
    ];
    for (const [prefix, expected] of prefixes) {
      const found = await search(`keyPrefix=${encodeURIComponent(prefix)}`);
      expect([prefix, found.map(({ key }) => key)]).toEqual([prefix, expected]);
    }
  });

  it('finds what the service created by its first characters', async () => {
    const key = await create();
    for (const length of [8, 13, 36]) expect(await search(`keyPrefix=${key.key.slice(0, length)}`)).toEqual([key]);
    expect(await search(`keyPrefix=${key.key.toUpperCase()}`)).toEqual(/[a-f]/.test(key.key) ? [] : [key]);
  });
});

describe('the bounds of times', () => {
  it('are exclusive, and hold for a key from its first check on', async () => {
    const uid = unique('seen');
    const never = await create({ uid });
    const { id } = await create({ uid });
    const other = await create({ uid });
    for (let round = 0; round < 2; round++) {
      // Together, so that one batch has a key twice and keys that were checked before and weren't.
      await Promise.all([id, other.id, id].map((checked) => admin().post(`/api/check/${checked}`)));
      const { lastSeen } = (await admin().get(`/api/keys/${id}`)).body;
      const found = async (query: string) => idsOf(await search(`uid=${uid}&${query}`));
      expect(await found(`lastSeenAfter=${lastSeen}`)).not.toContain(id);
      expect(await found(`lastSeenAfter=${lastSeen - 1}`)).toContain(id);
      expect(await found(`lastSeenBefore=${lastSeen}`)).not.toContain(id);
      expect(await found(`lastSeenBefore=${lastSeen + 1}`)).toContain(id);
      expect(await found('lastSeenBefore=1')).toEqual([never.id]);
      expect(await found('lastSeenAfter=0')).toEqual([id, other.id]);
    }
  });

  it('move along when a key that was last checked hours ago is checked', async () => {
    const [old] = [{ ...stored[1], id: STORED + 2000, key: unique('old'), uuid: unique('old'), lastSeen: NOW }];
    await store([old]);
    expect(idsOf(await search(`uid=${old.uuid}&lastSeenBefore=${NOW + 1}`))).toEqual([old.id]);
    await admin().post(`/api/check/${old.key}`);
    expect(await search(`uid=${old.uuid}&lastSeenBefore=${NOW + HOUR}`)).toEqual([]);
    expect(idsOf(await search(`uid=${old.uuid}&lastSeenAfter=${Date.now() - HOUR}`))).toEqual([old.id]);
  });

  it('leave out keys that expire at that moment, and those that never do', async () => {
    const uid = unique('expiring');
    const expiresAt = 4102444800000;
    const key = await create({ uid, expiresAt });
    await create({ uid });
    expect(await search(`uid=${uid}&expiresBefore=${expiresAt}`)).toEqual([]);
    expect(await search(`uid=${uid}&expiresBefore=${expiresAt + 1}`)).toEqual([key]);
    expect(await search(`uid=${uid}&expiresAfter=${expiresAt}`)).toEqual([]);
    expect(await search(`uid=${uid}&expiresAfter=${expiresAt - 1}`)).toEqual([key]);
    await admin().put(`/api/keys/${key.id}`, { expiresAt: 0 });
    expect(await search(`uid=${uid}&expiresBefore=${expiresAt + 1}`)).toEqual([]);
    expect(await search(`uid=${uid}&expiresAfter=0`)).toEqual([]);
  });
});
