import type { DataSource } from 'typeorm';
import { findLoss } from '../../../bench/durability/loss';
import { probe } from '../../../bench/load/probe';
import { checksOf } from '../../../bench/load/request-line';
import { openDatabase } from '../../../src/platform/database/data-source';
import { databaseOptions } from '../../../src/schema';
import { parseDatabaseUrl } from '../../../src/platform/settings/database-url';
import type { Service } from '../../support/service';
import { claim, type Claim, type Outcome, type Row } from '../row';
import type { Stage } from '../stage';
import { answerClaims } from '../support/answers';
import type { Engine, FaultDatabase } from '../support/fault-database';
import { newWitness, seedRecords } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';

const ROUNDS = 2;
const CONNECTIONS = 16;
const LOAD_MS = 1500;

export const starts: Row = {
  number: 10,
  fault: 'two instances started at once',
  mustHold:
    'on an empty database and on an old schema every migration is made once, what was there stays, and both serve',
  seconds: 120,
  async *run(stage) {
    // An embedded database is for one instance.
    yield await runOn('MySQL', stage);
  },
};

async function runOn(engine: Engine, stage: Stage): Promise<Outcome> {
  const claims: Claim[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const database = await stage.emptyDatabase(engine);
    const services = await startTwo(stage, database);
    claims.push(await migratedOnce('on an empty database', database));
    await Promise.all(services.map((service) => service.stop()));
  }
  const database = await stage.emptyDatabase(engine);
  await makeOldSchema(database);
  await seedRecords(database);
  const services = await startTwo(stage, database);
  claims.push(await migratedOnce('on an old schema', database));
  for (const { url } of services) await probe(url, checksOf(1, 1)[0]);
  const witness = newWitness();
  const loads = services.map(({ url }) => witness.load(url, CONNECTIONS));
  setTimeout(() => witness.stop(), LOAD_MS);
  await Promise.all(loads);
  const loss = await database.inspect((dataSource) => findLoss(dataSource, witness));
  return {
    database: engine,
    done: `${ROUNDS + 1} starts of two`,
    ...tally(loss),
    claims: [...claims, ...lossClaims(loss), ...answerClaims(witness)],
  };
}

function startTwo(stage: Stage, { url }: FaultDatabase): Promise<Service[]> {
  return Promise.all([stage.service(url), stage.service(url)]);
}

/** The schema as the first version made it. */
async function makeOldSchema({ url }: FaultDatabase): Promise<void> {
  const options = databaseOptions(parseDatabaseUrl(url));
  const [first] = options.migrations as (() => void)[];
  const dataSource = await openDatabase({ ...options, migrations: [first] });
  await dataSource.destroy();
}

async function migratedOnce(where: string, database: FaultDatabase): Promise<Claim> {
  const { names, known } = await database.inspect(async (dataSource: DataSource) => {
    const rows = (await dataSource.query('SELECT name FROM schema_migrations')) as { name: string }[];
    return { names: rows.map(({ name }) => name), known: dataSource.migrations.length };
  });
  const isRight = names.length === known && new Set(names).size === known;
  return claim(`${where}: every migration once`, `${names.length} of ${known} migrations`, isRight);
}
