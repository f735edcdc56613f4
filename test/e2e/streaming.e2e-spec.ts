import { execFileSync } from 'node:child_process';
import { get, type IncomingMessage } from 'node:http';
import { createApiKey } from '../support/api-keys';
import { insertKeys } from '../support/many-keys';
import { openBeside } from '../support/open-beside';
import { ADMIN_KEY, Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

const KEYS = 150_000;
const FIELD = '"lastSeen"';
const MEGABYTE = 1024 * 1024;

let database: TestDatabase;
let service: Service;
let other: Service;

beforeAll(async () => {
  database = await createMigratedDatabase();
  service = await Service.start({ DATABASE_URL: database.url }, { isNew: true });
  other = await Service.start({ DATABASE_URL: database.url });
  const dataSource = await openBeside(database);
  await insertKeys(dataSource, KEYS);
  await dataSource.destroy();
}, 120_000);
afterAll(async () => {
  await Promise.all([service.stop(), other.stop()]);
  await database.drop();
});

/** Resident memory of the service's process, in bytes. */
const memory = (): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(service.pid)]).toString()) * 1024;

/** Reads the whole list as it comes, without keeping it; tells how many keys there were and the memory's peak. */
function readList(query: string): Promise<{ keys: number; peak: number; last: string }> {
  return new Promise((resolve, reject) => {
    get(`${service.url}/api/keys${query}`, { headers: { 'x-api-key': ADMIN_KEY } }, (response) => {
      let keys = 0;
      let peak = 0;
      let last = '';
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        // A field's name may be cut in two by a chunk's end: what was left of the one before is looked at again.
        const text = last.slice(1 - FIELD.length) + chunk.toString('latin1');
        keys += text.split(FIELD).length - 1;
        last = (last + chunk.toString('latin1')).slice(-400);
        if ((bytes += chunk.length) > 4 * MEGABYTE) {
          bytes = 0;
          peak = Math.max(peak, memory());
        }
      });
      response.once('error', reject);
      response.once('end', () => resolve({ keys, peak, last }));
    }).once('error', reject);
  });
}

it.each([
  ['lists', ''],
  ['finds', '?keyPrefix=key-&lastSeenBefore=1'],
])(
  '%s 150,000 keys while the memory of the service grows by less than 50 MB',
  async (_, query) => {
    // Once with few keys, so that what any first request loads is not counted.
    expect((await service.client().get('/api/keys?limit=1000')).body).toHaveLength(1000);
    const before = memory();
    const { keys, peak, last } = await readList(query);
    expect(keys).toBe(KEYS);
    expect(last).toMatch(/"id":150000,.*\}\]$/);
    expect((peak - before) / MEGABYTE).toBeLessThan(50);
  },
  60_000,
);

/** Opens a list or an export, and reads no further than its beginning until it is told to. */
function openAnswer(path: string, apiKey: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(service.url + path, { headers: { 'x-api-key': apiKey } }, (response) => {
      response.once('readable', () => resolve(response));
    }).once('error', reject);
  });
}

/** Reads an answer to its end; whether it came whole. */
async function isWhole(response: IncomingMessage): Promise<boolean> {
  response.on('error', () => {}).resume();
  await new Promise((resolve) => response.once('close', resolve));
  return response.complete;
}

// Both at once: what is revoked elsewhere takes seconds to be known.
it('cuts a list and an export off when their API key is revoked meanwhile, also by another instance, and no other answer', async () => {
  const admin = service.client();
  const paths = ['/api/keys', '/api/keys/export?format=ndjson'];
  await Promise.all(
    paths.map(async (path) => {
      const [revokedHere, revokedThere, kept] = await Promise.all(
        [1, 2, 3].map(() => createApiKey(admin, ['keys:read'])),
      );
      const answers = await Promise.all([revokedHere, kept].map(({ secret }) => openAnswer(path, secret)));
      expect((await admin.delete(`/api/api-keys/${revokedHere.id}`)).status).toBe(200);
      expect([path, await Promise.all(answers.map(isWhole))]).toEqual([path, [false, true]]);

      const answer = await openAnswer(path, revokedThere.secret);
      expect((await other.client().delete(`/api/api-keys/${revokedThere.id}`)).status).toBe(200);
      // A little of it at a time, for longer than a revocation elsewhere takes to be known.
      const reading = setInterval(() => answer.read(10_000), 100);
      await new Promise((resolve) => setTimeout(resolve, 6000));
      clearInterval(reading);
      expect([path, await isWhole(answer)]).toEqual([path, false]);
    }),
  );
}, 60_000);
