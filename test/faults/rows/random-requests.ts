import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { seedKeys, seedLinks } from '../../../bench/databases/seed';
import { API_KEY } from '../../../bench/server-process';
import type { ApiClient, ApiResponse } from '../../support/api-client';
import type { Service } from '../../support/service';
import { claim, type Claim, type Outcome, type Row } from '../row';
import type { Stage } from '../stage';
import { KNOWN_TRAPS, type KnownTrap, RAW_TRAPS } from '../support/corpus';
import { type Engine, ENGINES } from '../support/fault-database';
import { COLLECTING, growthClaim, keptMemory } from '../support/kept-memory';
import { RECORDS } from '../support/nasty';
import { type OpenApiDocument, type RandomRequest, requestsOf } from '../support/random-request';
import { exchangeRaw } from '../support/raw-exchange';

/** On each database. */
const REQUESTS = 10_000;
/** After these every kind of request has been seen, and memory is compared with that of then. */
const WARM_UP = 4_000;
const CHUNK = 500;
const CONCURRENCY = 16;
const MOST_GROWTH = 0.2;
const MOST_TOLD = 5;
/** Takes the name of a key that signs, which is a hash. */
const NEVER_BY_CHANCE = 'POST /api/signing/revoke';

export const randomRequests: Row = {
  number: 12,
  fault: 'random requests of every operation, and known traps',
  mustHold: 'no 500, no answer outside the OpenAPI document, the process lives, its memory stays flat',
  seconds: 400,
  async *run(stage) {
    for (const engine of ENGINES) yield await runOn(engine, stage);
  },
};

async function runOn(engine: Engine, stage: Stage): Promise<Outcome> {
  const database = await stage.database(engine);
  await database.inspect(async (dataSource) => {
    await seedKeys(dataSource, RECORDS);
    await seedLinks(dataSource, RECORDS);
  });
  const service = await stage.service(database.url, { ...COLLECTING, SECRET_KEY: randomBytes(32).toString('base64') });
  await furnish(service);
  const traps = await springTraps(service);
  const storm = new Storm(service);
  await storm.send(WARM_UP);
  const before = await keptMemory(service);
  await storm.send(REQUESTS - WARM_UP);
  const after = await keptMemory(service);
  return {
    database: engine,
    done: `${REQUESTS} requests (FAULTS_SEED=${storm.seed}), ${KNOWN_TRAPS.length + RAW_TRAPS.length} traps`,
    acknowledged: storm.answered,
    lost: undefined,
    claims: [
      ...traps,
      ...storm.claims(),
      claim('the process lives', `alive: ${service.isRunning}`, service.isRunning),
      growthClaim(before, after, MOST_GROWTH),
    ],
  };
}

/** Makes API keys, and gives some of the license keys a device. */
async function furnish(service: Service): Promise<void> {
  const client = service.client(API_KEY);
  for (let id = 2; id <= RECORDS; id += 2) await client.post('/api/api-keys', { name: `${id}`, scopes: ['check'] });
  for (let id = 2; id <= RECORDS; id += 3) {
    await client.put(`/api/keys/${id}`, { seats: 3 });
    await client.post('/api/check', { id: String(id), device: 'a device' });
  }
}

/** Sends random requests and judges their answers. */
class Storm {
  /** Repeats a run when it is set as `FAULTS_SEED`. */
  readonly seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000_000);
  answered = 0;
  private readonly client: ApiClient;
  private arbitrary: fc.Arbitrary<RandomRequest> | undefined;
  private chunks = 0;
  private serverErrors = 0;
  private readonly wrong: string[] = [];
  /** How often each operation of the document was answered as done. */
  private readonly done = new Map<string, number>();

  constructor(service: Service) {
    this.client = service.client(API_KEY);
  }

  async send(count: number): Promise<void> {
    const arbitrary = await this.requests();
    for (let sent = 0; sent < count; sent += CHUNK) {
      const requests = fc.sample(arbitrary, { numRuns: CHUNK, seed: this.seed + this.chunks++ });
      await Promise.all(
        Array.from({ length: CONCURRENCY }, async () => {
          for (let next = requests.pop(); next; next = requests.pop()) await this.sendOne(next);
        }),
      );
    }
  }

  claims(): Claim[] {
    const undone = [...this.done].filter(([, count]) => count === 0).map(([operation]) => operation);
    const never = undone.filter((operation) => operation !== NEVER_BY_CHANCE);
    return [
      claim(
        'every answer inside the document',
        `${this.wrong.length} answers outside the document${this.wrong
          .slice(0, MOST_TOLD)
          .map((text) => `\n      ${text}`)
          .join('')}`,
        this.wrong.length === 0,
      ),
      claim('no 500', `${this.serverErrors} answered 500`, this.serverErrors === 0),
      // Nothing but refusals would prove nothing.
      claim(
        'every operation answered as done at least once',
        never.length === 0 ? `${this.done.size} operations` : `never: ${never.join(', ')}`,
        this.done.size > 0 && never.length === 0,
      ),
    ];
  }

  private async requests(): Promise<fc.Arbitrary<RandomRequest>> {
    if (this.arbitrary) return this.arbitrary;
    const { body } = await this.client.get('/docs/openapi.json');
    const operations = requestsOf(body as OpenApiDocument);
    for (const operation of operations.keys()) this.done.set(operation, 0);
    this.arbitrary = fc.oneof(...operations.values());
    return this.arbitrary;
  }

  private async sendOne(request: RandomRequest): Promise<void> {
    try {
      // The client holds each answer against the document.
      const { status } = await this.client.send(request.method, request.path, request);
      this.answered++;
      if (status === 500) this.serverErrors++;
      if (status < 400) this.done.set(request.operation, (this.done.get(request.operation) ?? 0) + 1);
    } catch (error) {
      this.wrong.push(`${(error as Error).message} to ${JSON.stringify(request).slice(0, 1000)}`);
    }
  }
}

async function springTraps(service: Service): Promise<Claim[]> {
  const client = service.client(API_KEY);
  const failures: string[] = [];
  for (const trap of KNOWN_TRAPS) {
    const answer = await client.send(trap.method, trap.path, trap).catch((error: Error) => error.message);
    if (!isExpected(trap, answer)) failures.push(`${trap.text}: ${describe(answer)}`);
  }
  for (const { text, bytes, status } of RAW_TRAPS) {
    const answer = await exchangeRaw(service.url, Buffer.from(bytes, 'latin1'));
    if (!answer.startsWith(`HTTP/1.1 ${status} `)) failures.push(`${text}: ${answer.slice(0, 100)}`);
  }
  const total = KNOWN_TRAPS.length + RAW_TRAPS.length;
  const told = failures.slice(0, MOST_TOLD).map((failure) => `\n      ${failure}`);
  return [
    claim(
      'every known trap answered as it should be',
      `${total - failures.length} of ${total} traps${told.join('')}`,
      failures.length === 0,
    ),
  ];
}

function isExpected({ status, contains = '' }: KnownTrap, answer: ApiResponse | string): boolean {
  return typeof answer === 'object' && answer.status === status && answer.text.includes(contains);
}

function describe(answer: ApiResponse | string): string {
  return typeof answer === 'string' ? answer : `${answer.status} ${answer.text.slice(0, 200)}`;
}
