import { setTimeout as sleep } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { seedKeys } from '../../../bench/databases/seed';
import { API_KEY } from '../../../bench/server-process';
import type { Service } from '../../support/service';
import { beside, check, type Crowd, CROWDS, HALVES, type Pace, type Taken } from '../../support/long-reads';
import { claim, type Claim, type Row } from '../row';
import { ENGINES } from '../support/fault-database';
import { HealthWatch } from '../support/health-watch';

const KEYS = 200_000;
const CHECKED_MS = 4000;
/** By then a crowd is there. */
const GATHERING_MS = 500;
const LEAST_SHARE = 0.5;
const MOST_P99 = 3;
const MOST_MEMORY = 250;

export const longReads: Row = {
  number: 20,
  fault: 'lists, searches and slow readers beside checks',
  mustHold: 'checks keep half of their throughput and their p99 within three times, ready always, memory under 250 MB',
  seconds: 240,
  async *run(stage) {
    for (const engine of ENGINES) {
      const database = await stage.database(engine);
      await database.inspect(async (dataSource) => {
        await seedKeys(dataSource, KEYS);
        await dataSource.query(HALVES);
      });
      const service = await stage.service(database.url);
      // What runs for the first time is slower.
      await check({ url: service.url, apiKey: API_KEY }, KEYS, CHECKED_MS);
      const health = new HealthWatch(service.url);
      const claims: Claim[] = [];
      for (const crowd of CROWDS) claims.push(...(await compare(service, crowd)));
      await health.finish();
      await service.stop();
      yield {
        database: engine,
        done: `${CROWDS.length} crowds`,
        acknowledged: 0,
        lost: undefined,
        claims: [...claims, health.aliveClaim(), health.readyClaim()],
      };
    }
  },
};

/** Checks right before a crowd comes, and while it is there. */
async function compare(service: Service, crowd: Crowd): Promise<Claim[]> {
  const asked = { url: service.url, apiKey: API_KEY };
  const alone = await check(asked, KEYS, CHECKED_MS);
  const { result, taken } = await beside(asked, crowd, async () => {
    await sleep(GATHERING_MS);
    return check(asked, KEYS, CHECKED_MS);
  });
  return [thereClaim(crowd, taken), paceClaim(crowd, alone, result), memoryClaim(crowd, await peakMemory(service))];
}

function thereClaim({ name }: Crowd, { bytes, answered, refused }: Taken): Claim {
  const measured = `${(bytes / 1e6).toFixed(1)} MB, ${answered} answers, ${refused} refused`;
  return claim(`${name} were there, and got something`, `${name}: ${measured}`, bytes > 0);
}

function paceClaim({ name }: Crowd, alone: Pace, crowded: Pace): Claim {
  const told = ({ perSecond, p99 }: Pace): string => `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`;
  return claim(
    `checks go on beside ${name}`,
    `${told(crowded)}, alone ${told(alone)}`,
    alone.refused + crowded.refused === 0 &&
      crowded.perSecond >= LEAST_SHARE * alone.perSecond &&
      crowded.p99 <= MOST_P99 * alone.p99,
  );
}

function memoryClaim({ name }: Crowd, peak: number): Claim {
  return claim(
    `memory under ${MOST_MEMORY} MB with ${name}`,
    `at most ${peak.toFixed(0)} MB so far`,
    peak < MOST_MEMORY,
  );
}

/** The most resident memory that a service ever had, in megabytes. */
async function peakMemory({ pid }: Service): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1024) / 1e6;
}
