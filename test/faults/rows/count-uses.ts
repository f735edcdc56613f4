import { setTimeout as sleep } from 'node:timers/promises';
import { claim, type Claim, type Outcome, type Row } from '../row';
import type { Stage } from '../stage';
import { seconds } from '../support/answers';
import { breakService } from '../../support/broken-service';
import type { UseAnswer } from '../support/seat-programs';
import { Site } from '../support/site';

const INSTANCES = 3;
const CLIENTS = 300;
/** Each client uses the key so often, one use after the other; the limit and its overage have room for half of that. */
const USES = 10;
const METER = { limit: 1200, period: 'total', overage: 25 } as const;
const MOST = 1500;
const KILLS = 3;
const KILL_EVERY_MS = 700;

/** The condition of `MeterCountsRepository.counting` by which a batch finds that another has counted. */
const GUARD = 'used = CASE WHEN used = VALUES(previous) THEN VALUES(used) END';
const NO_GUARD = 'used = VALUES(used)';

export const countUses: Row = {
  number: 29,
  fault:
    '300 clients at once use one license key through all instances, with `kill -9` of instances and of the database',
  mustHold:
    'as many uses are accepted as the limit and its overage have room for; those that were answered so are the recorded ones, each once, whatever was repeated; a control that counts without a guard is caught',
  seconds: 300,
  async *run(stage) {
    for (const kind of ['embedded', 'mysql', 'mariadb'] as const) {
      yield await runOn(await Site[kind](stage, INSTANCES), stage);
      // The next has the machine for itself.
      await stage.close();
    }
  },
};

async function runOn(site: Site, stage: Stage): Promise<Outcome> {
  const start = performance.now();
  const { programs, services } = site;
  const round = await useMeanwhile(site, () => killMany(site));
  const { repeated } = programs;
  const claims = [
    ...round.claims,
    claim('kills left requests to repeat', `${repeated} requests repeated`, repeated > 0),
    // One instance has one connection, and does one batch after the other.
    ...(services.length > 1 ? [await brokenIsCaught(site, stage)] : []),
  ];
  return {
    database: site.name,
    done: `${services.length === 1 ? '1 instance' : `${services.length} instances`}, ${CLIENTS * USES} uses, ${KILLS * (site.killDatabase ? 2 : 1)} kills, ${seconds(performance.now() - start)}`,
    acknowledged: round.accepted,
    lost: round.lost,
    claims,
  };
}

async function killMany(site: Site): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(KILL_EVERY_MS);
    await site.killInstance(kill % site.services.length);
    await sleep(KILL_EVERY_MS);
    await site.killDatabase?.();
  }
}

interface Recorded {
  readonly useId: string;
  readonly amount: number;
  readonly used: number | string;
}

/** Uses one license key from all clients, each use twice, and compares the answers with what is recorded. */
async function useMeanwhile(site: Site, disturb: () => Promise<void>) {
  const { programs } = site;
  const keyId = await programs.createKey({ meters: { exports: METER } });
  const answers = new Map<string, UseAnswer[]>();
  const using = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = 0; n < USES; n++) {
      const useId = `${client}-${n}`;
      const ask = (first: number) => programs.use(keyId, { meter: 'exports', useId }, first);
      answers.set(useId, [await ask(client + n), await ask(client + n + 1)]);
    }
  });
  await Promise.all([...using, disturb()]);
  const rows = (await site.sql(`SELECT useId, amount, used FROM uses WHERE key_id = ${keyId}`)) as Recorded[];
  const counts = (await site.sql(
    `SELECT used FROM meter_counts WHERE key_id = ${keyId} AND period = 'all'`,
  )) as Recorded[];
  const recorded = new Map(rows.map(({ useId, used }) => [useId, Number(used)]));
  const accepted = [...answers].filter(([, all]) => all.some(({ status }) => status === 'ACCEPTED'));
  const lost = accepted.filter(([useId]) => !recorded.has(useId)).length;
  const unlike = accepted.filter(([useId, all]) =>
    all.some(({ status, used }) => status === 'ACCEPTED' && used !== recorded.get(useId)),
  ).length;
  const unanswered = [...recorded.keys()].filter((useId) => !accepted.some(([id]) => id === useId)).length;
  const numbers = new Set(recorded.values()).size;
  const claims = [
    claim(
      'as many are accepted as there is room for',
      `${rows.length} of ${MOST} recorded, ${Number(counts[0]?.used ?? 0)} counted`,
      rows.length === MOST && Number(counts[0]?.used) === MOST,
    ),
    claim(
      'what was answered is what is recorded',
      `${accepted.length} accepted, ${unanswered} recorded without such an answer, ${unlike} answered otherwise the second time`,
      accepted.length === rows.length && unanswered === 0 && unlike === 0,
    ),
    claim('no count was given twice', `${numbers} different counts`, numbers === rows.length),
  ];
  return { accepted: accepted.length, lost, claims };
}

async function brokenIsCaught(site: Site, stage: Stage): Promise<Claim> {
  await site.replaceInstances(breakService(stage.folder(), GUARD, NO_GUARD));
  const { claims } = await useMeanwhile(site, () => Promise.resolve());
  const wrong = claims.filter(({ holds }) => !holds);
  return claim(
    'a service that counts without a guard is caught',
    `the control: ${wrong[0]?.measured ?? 'nothing wrong'}`,
    wrong.length > 0,
  );
}
