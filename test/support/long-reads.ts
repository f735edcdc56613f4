import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const CHECKING = 64;
/** A slow reader's rest after each piece of its answer, in milliseconds. */
const SLOWNESS_MS = 100;
/** What a refused client waits before it asks again, in milliseconds. */
const REFUSED_MS = 200;

/** The service that is asked, and with which API key. */
interface Asked {
  readonly url: string;
  readonly apiKey: string;
}

/** Many who read much at once, over and over. */
export interface Crowd {
  readonly name: string;
  readonly clients: number;
  readonly path: string;
  readonly isSlow?: boolean;
}

/** For keys of which every one is either active or node-locked: see `HALVES`. */
export const CROWDS: readonly Crowd[] = [
  { name: '50 lists', clients: 50, path: '/api/keys' },
  { name: '50 pages of 1000 keys', clients: 50, path: '/api/keys?limit=1000' },
  { name: '16 searches that find nothing', clients: 16, path: '/api/keys?status=true&locked=true&limit=10' },
  { name: '50 slow readers', clients: 50, path: '/api/keys', isSlow: true },
];

/** Makes half of the keys active and the other half node-locked: no index tells that none is both. */
export const HALVES = 'UPDATE license_keys SET status = id % 2, locked = 1 - id % 2';

/** What a crowd got while it was there. */
export interface Taken {
  bytes: number;
  answered: number;
  refused: number;
}

/** Runs `work` while a crowd reads. */
export async function beside<T>(
  asked: Asked,
  { clients, path, isSlow = false }: Crowd,
  work: () => Promise<T>,
): Promise<{ result: T; taken: Taken }> {
  const agent = new Agent({ keepAlive: true });
  const taken: Taken = { bytes: 0, answered: 0, refused: 0 };
  const over = new AbortController();
  const readOn = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const status = await read(asked, path, agent, isSlow, taken);
      if (status === 200) taken.answered++;
      else if (status === 503) taken.refused++;
      if (status !== 200 && !over.signal.aborted) await sleep(REFUSED_MS);
    }
  };
  const reading = Promise.all(Array.from({ length: clients }, readOn));
  try {
    return { result: await work(), taken };
  } finally {
    over.abort();
    // Cuts those that are in the middle of an answer.
    agent.destroy();
    await reading;
  }
}

/** The status of an answer, once it was read to its end; 0 when it was cut. */
function read({ url, apiKey }: Asked, path: string, agent: Agent, isSlow: boolean, taken: Taken): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(url + path, { agent, headers: { 'x-api-key': apiKey } }, (response) => {
      response.on('data', (chunk: Buffer) => {
        if (response.statusCode === 200) taken.bytes += chunk.length;
        if (!isSlow) return;
        response.pause();
        setTimeout(() => response.resume(), SLOWNESS_MS);
      });
      response.once('close', () => resolve(response.complete ? response.statusCode! : 0));
    });
    outgoing.on('error', () => resolve(0));
    outgoing.end();
  });
}

/** How checks were answered for a while; times are in milliseconds. */
export interface Pace {
  readonly perSecond: number;
  readonly p99: number;
  readonly refused: number;
}

/** Has many clients check random keys, of those with the ids from 1 on. */
export async function check(asked: Asked, keys: number, milliseconds: number): Promise<Pace> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let refused = 0;
  const start = performance.now();
  const checkOn = async (): Promise<void> => {
    for (let now = performance.now(); now < start + milliseconds; now = performance.now()) {
      const status = await post(asked, `/api/check/${1 + Math.floor(Math.random() * keys)}`, agent);
      times.push(performance.now() - now);
      if (status !== 200) refused++;
    }
  };
  await Promise.all(Array.from({ length: CHECKING }, checkOn));
  agent.destroy();
  const seconds = (performance.now() - start) / 1000;
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
  return { perSecond: times.length / seconds, p99, refused };
}

function post({ url, apiKey }: Asked, path: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { method: 'POST', agent, headers: { 'x-api-key': apiKey } }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode!));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
