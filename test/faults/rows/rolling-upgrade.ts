import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS } from '../../../bench/bench';
import { findLoss } from '../../../bench/durability/loss';
import type { Service } from '../../support/service';
import { claim, type Claim, type Row } from '../row';
import type { Stage } from '../stage';
import { answerClaims, isDone } from '../support/answers';
import type { FaultDatabase } from '../support/fault-database';
import { newWitness, seedRecords } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';
import { buildBefore, type OlderBuild } from '../support/older-build';

/** The first that came after the newest one that ends older versions: what is older answers 503 in an upgrade. */
const PENDING = '1791270000000-periods-of-uses.ts';
const STEP_MS = 3000;

export const rollingUpgrade: Row = {
  number: 30,
  fault:
    'an upgrade by rolling instances: one of the build before the last migrations answers, the present one starts beside it and takes over; then the same way back',
  mustHold:
    'no check, visit or create refused or judged wrongly by either; all that either answered is there; a migration that takes away what the older one reads is caught',
  seconds: 240,
  async *run(stage) {
    const older = buildBefore(PENDING, stage.folder());
    const database = await stage.emptyDatabase('MySQL');
    const load = new RollingLoad();
    const { made, last } = await rollThereAndBack(stage, database, older, load);
    const { witness } = load;
    const loss = await database.inspect((dataSource) => findLoss(dataSource, witness));
    const refused = load.refused();
    yield {
      database: 'MySQL',
      done: `an upgrade from ${older.commit} and back`,
      ...tally(loss),
      claims: [
        claim('the upgrade had something to migrate', `${made} migrations`, made > 0),
        claim('no request was refused', `${refused} of ${witness.exchanges.length} refused`, refused === 0),
        ...lossClaims(loss),
        ...answerClaims(witness),
        await breakingIsCaught(database, last),
      ],
    };
  },
};

/** One memory of all that was answered, whichever instances are asked. */
class RollingLoad {
  readonly witness = newWitness();

  refused(): number {
    return this.witness.exchanges.filter((exchange) => !isDone(exchange)).length;
  }

  /** Asks some instances for a while, and waits for all answers. */
  async ask(services: readonly Service[], meanwhile: () => Promise<unknown> = () => sleep(STEP_MS)): Promise<void> {
    const loads = services.map(({ url }) => this.witness.load(url, CONNECTIONS / services.length));
    await meanwhile();
    this.witness.stop();
    await Promise.all(loads);
  }
}

/** @returns how many migrations the upgrade made, and the older instance that answers in the end */
async function rollThereAndBack(
  stage: Stage,
  database: FaultDatabase,
  { main }: OlderBuild,
  load: RollingLoad,
): Promise<{ made: number; last: Service }> {
  const migrations = () =>
    database.inspect(async (dataSource) => {
      const [{ made }]: { made: unknown }[] = await dataSource.query('SELECT COUNT(*) AS made FROM schema_migrations');
      return Number(made);
    });
  const startOlder = () => stage.service(database.url, {}, main);
  let older = await startOlder();
  await seedRecords(database);
  const before = await migrations();
  let present: Service | undefined;
  await load.ask([older], async () => {
    await sleep(STEP_MS);
    present = await stage.service(database.url);
    await sleep(STEP_MS);
  });
  await load.ask([older, present!]);
  await older.stop();
  await load.ask([present!]);
  // What was stored meanwhile stays, and is ignored.
  await load.ask([present!], async () => {
    older = await startOlder();
    await sleep(STEP_MS);
  });
  await load.ask([older, present!]);
  await present!.stop();
  await load.ask([older]);
  return { made: (await migrations()) - before, last: older };
}

/** As a migration would that leaves no time for the older instances to go. */
async function breakingIsCaught(database: FaultDatabase, older: Service): Promise<Claim> {
  await database.inspect((dataSource) => dataSource.query('ALTER TABLE license_keys RENAME COLUMN seats TO places'));
  const load = new RollingLoad();
  await load.ask([older]);
  const [refused, all] = [load.refused(), load.witness.exchanges.length];
  return claim(
    'a column that the older one reads and no longer finds is noticed',
    `without one of its columns ${refused} of ${all} refused`,
    refused > 0,
  );
}
