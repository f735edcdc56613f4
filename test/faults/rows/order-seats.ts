import { claim, type Claim, type Outcome, type Row } from '../row';
import type { Stage } from '../stage';
import { breakService } from '../../support/broken-service';
import { NaiveSeats } from '../support/naive-seats';
import { judgeNaive, judgeRound, type Judged, nothingJudged } from '../support/seat-histories';
import { SeatRecorder } from '../support/seat-recorder';
import { Site } from '../support/site';

const HISTORIES = 90;
const LONGEST_MS = 150_000;
/** A control is caught sooner. */
const MOST_NAIVE_HISTORIES = 10;
const MOST_BROKEN_HISTORIES = 300;

/** The condition of `LicenseKeysRepository.sightings` by which a claim finds that a key has other limits than were read. */
const GUARD = 'OR seats <> ? OR COALESCE(leaseSeconds, 0) <> ?';
const NO_GUARD = 'OR 1 = 0 AND seats = ? AND leaseSeconds = ?';

export const orderSeats: Row = {
  number: 24,
  fault:
    'no fault: checks, both releases, offline licenses, changed limits, deletions and imports at once, of a few license keys through all instances',
  mustHold:
    'each history of a key has an order that a model of the documentation explains; a claim whatever has become of `seats`, and a giver of seats without a guard, are caught',
  seconds: 1500,
  async *run(stage) {
    const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000_000);
    for (const kind of ['embedded', 'mysql', 'mariadb', 'galera', 'groupReplication'] as const) {
      yield await runOn(await Site[kind](stage), stage, seed);
      // The next has the machine for itself.
      await stage.close();
    }
  },
};

async function runOn(site: Site, stage: Stage, seed: number): Promise<Outcome> {
  await site.setUpSigning();
  const recorder = new SeatRecorder(site);
  stage.defer(() => recorder.close());
  const judged = await judge(recorder, seed, ({ judged: count }) => count >= HISTORIES);
  const { calls, unanswered, undecided, wrong } = judged;
  return {
    database: site.name,
    done: `${judged.judged} histories through ${site.services.length} instances (FAULTS_SEED=${seed})`,
    acknowledged: calls - unanswered,
    lost: undefined,
    claims: [
      claim(
        'each history has an order',
        `${wrong.length} of ${judged.judged} have none${wrong.length > 0 ? `\n${wrong.slice(0, 2).join('\n')}` : ''}`,
        wrong.length === 0 && judged.judged > 0,
      ),
      claim(
        'nearly all of them are judged',
        `${undecided} undecided, ${unanswered} of ${calls} calls unanswered`,
        undecided <= judged.judged / 10 && unanswered <= calls / 10,
      ),
      await naiveIsCaught(site),
      // One instance on one connection does one thing after the other.
      ...(site.services.length > 1 ? [await brokenIsCaught(site, stage, recorder, seed)] : []),
    ],
  };
}

async function judge(recorder: SeatRecorder, seed: number, isEnough: (judged: Judged) => boolean): Promise<Judged> {
  const judged = nothingJudged();
  await recorder.forgetOutages();
  const end = performance.now() + LONGEST_MS;
  // Each client of a round has a seed of its own.
  for (let next = seed; !isEnough(judged) && performance.now() < end; next += 100) {
    await judgeRound(recorder, next, judged);
  }
  return judged;
}

/** It goes wrong by chance: where two of its devices never meet, its history has an order. */
async function naiveIsCaught(site: Site): Promise<Claim> {
  let histories = 0;
  let found: string;
  do {
    found = await judgeOneNaive(site);
    histories++;
  } while (found !== 'none' && histories < MOST_NAIVE_HISTORIES);
  return claim(
    'a giver of seats without a guard is caught',
    `an order of the naive control's history ${histories}: ${found}`,
    found === 'none',
  );
}

async function judgeOneNaive({ database, programs, services }: Site): Promise<string> {
  const keyId = await programs.createKey({});
  return database.inspect((one) =>
    database.inspect(async (other) => judgeNaive(new NaiveSeats(services.length > 1 ? [one, other] : [one]), keyId)),
  );
}

async function brokenIsCaught(site: Site, stage: Stage, recorder: SeatRecorder, seed: number): Promise<Claim> {
  await site.replaceInstances(breakService(stage.folder(), GUARD, NO_GUARD));
  const { judged, wrong } = await judge(
    recorder,
    seed,
    ({ judged: count, wrong: found }) => found.length > 0 || count >= MOST_BROKEN_HISTORIES,
  );
  return claim(
    'a service that claims seats whatever has become of the key is caught',
    `the control: ${wrong.length} of ${judged} histories have no order`,
    wrong.length > 0,
  );
}
