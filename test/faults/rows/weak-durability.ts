import { keylink } from '../../support/command-line';
import { claim, type Claim, type Row } from '../row';
import type { Stage } from '../stage';
import type { FaultDatabase } from '../support/fault-database';

/** Settings that make MySQL confirm what it has not on disk, and what is right. */
const WEAK = [
  { variable: 'innodb_flush_log_at_trx_commit', weak: 2, safe: 1 },
  { variable: 'innodb_flush_log_at_trx_commit', weak: 0, safe: 1 },
  { variable: 'sync_binlog', weak: 0, safe: 1 },
] as const;

export const weakDurability: Row = {
  number: 3,
  fault: 'MySQL set to confirm commits that are not on disk',
  mustHold: 'a warning at the start and in `doctor` names the setting; `REQUIRE_DURABLE=true` refuses to start',
  seconds: 90,
  async *run(stage) {
    const mysql = await stage.mysql();
    const database = await stage.database('MySQL');
    const claims: Claim[] = [];
    for (const { variable, weak, safe } of WEAK) {
      await mysql.query(`SET GLOBAL ${variable} = ${weak}`);
      claims.push(...(await toldOf(`${variable}=${weak}`, variable, stage, database)));
      await mysql.query(`SET GLOBAL ${variable} = ${safe}`);
    }
    claims.push(await quietWhenSafe(stage, database));
    yield { database: 'MySQL', done: `${WEAK.length} weak settings`, acknowledged: 0, lost: undefined, claims };
  },
};

async function toldOf(setting: string, variable: string, stage: Stage, database: FaultDatabase): Promise<Claim[]> {
  const service = await stage.service(database.url);
  const warnings = service.output.split('\n').filter((line) => line.includes(variable));
  await service.stop();
  const doctor = await keylink({ DATABASE_URL: database.url }, 'doctor');
  const refusal = await stage.service(database.url, { REQUIRE_DURABLE: 'true' }).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  return [
    claim(`${setting}: one warning`, `${warnings.length} warning`, warnings.length === 1),
    claim(
      `${setting}: doctor fails`,
      `doctor ended with ${doctor.exitCode}`,
      doctor.exitCode === 1 && doctor.stdout.includes(variable),
    ),
    claim(
      `${setting}: REQUIRE_DURABLE refuses`,
      refusal.includes('exit code 1') ? 'start refused' : refusal,
      refusal.includes('exit code 1') && refusal.includes(variable),
    ),
  ];
}

/** What always warns says nothing. */
async function quietWhenSafe(stage: Stage, database: FaultDatabase): Promise<Claim> {
  const service = await stage.service(database.url, { REQUIRE_DURABLE: 'true' });
  const isQuiet = !/power cut|innodb_flush|sync_binlog/.test(service.output);
  const { exitCode } = await keylink({ DATABASE_URL: database.url }, 'doctor');
  return claim('nothing said of safe settings', `quiet on safe ones`, isQuiet && exitCode === 0);
}
