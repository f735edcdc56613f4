import { keylink } from '../../support/command-line';
import { claim, type Claim, type Row } from '../row';
import type { Stage } from '../stage';
import { ENGINES } from '../support/fault-database';

const WEAK = [
  { name: 'innodb_flush_log_at_trx_commit', value: 2 },
  { name: 'sync_binlog', value: 0 },
];

export const weakDurability: Row = {
  number: 3,
  fault: 'durability settings weaker than safe',
  mustHold: 'a warning at start and in `doctor`; `REQUIRE_DURABLE=true` refuses to start',
  seconds: 60,
  async *run(stage) {
    const mysql = await stage.mysql();
    const { url } = await stage.database('MySQL');
    const claims: Claim[] = [];
    for (const { name, value } of WEAK) {
      await mysql.query(`SET GLOBAL ${name} = ${value}`);
      claims.push(...(await weakClaims(stage, url, `${name}=1 (it is ${value})`)));
      await mysql.query(`SET GLOBAL ${name} = 1`);
    }
    yield { database: 'MySQL', done: `${WEAK.length} settings weakened`, acknowledged: 0, lost: 0, claims };
    for (const engine of ENGINES) {
      const safe = await stage.database(engine);
      yield {
        database: engine,
        done: 'none weakened',
        acknowledged: 0,
        lost: 0,
        claims: [await safeClaim(stage, safe.url)],
      };
    }
  },
};

async function weakClaims(stage: Stage, url: string, expected: string): Promise<Claim[]> {
  const service = await stage.service(url);
  await service.stop();
  const doctor = await keylink({ DATABASE_URL: url }, 'doctor');
  const refusal = await refusalOf(stage, url);
  const saysSo = (text: string): string => (text.includes(expected) ? `says ${expected}` : 'says nothing');
  return [
    claim('the start warns', `the start ${saysSo(service.output)}`, service.output.includes(expected)),
    claim(
      'doctor fails',
      `doctor ${saysSo(doctor.stdout)}, exit code ${doctor.exitCode}`,
      doctor.stdout.includes(expected) && doctor.exitCode === 1,
    ),
    claim(
      'REQUIRE_DURABLE=true refuses to start',
      `REQUIRE_DURABLE=true ${saysSo(refusal)}`,
      refusal.includes(expected) && refusal.includes('exit code 1'),
    ),
  ];
}

async function safeClaim(stage: Stage, url: string): Promise<Claim> {
  const service = await stage.service(url, { REQUIRE_DURABLE: 'true' });
  await service.stop();
  const warns = service.output.includes('power cut');
  return claim('REQUIRE_DURABLE=true starts, without a warning', warns ? 'warned' : 'started', !warns);
}

/** What the service said instead of starting; empty when it started. */
function refusalOf(stage: Stage, url: string): Promise<string> {
  return stage.service(url, { REQUIRE_DURABLE: 'true' }).then(
    () => '',
    (error: Error) => error.message,
  );
}
