import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Witness } from '../../../bench/durability/witness';
import { claim, type Claim, type Outcome, type Row } from '../row';
import type { Stage } from '../stage';
import { answerClaims, isDone, seconds } from '../support/answers';
import { FaultDatabase } from '../support/fault-database';
import { HealthWatch } from '../support/health-watch';
import { LoadedService } from '../support/loaded-service';
import { lossClaims, tally } from '../support/loss-claims';
import { MysqlProcess } from '../support/mysql-process';
import { SmallDisk } from '../support/small-disk';

const FILE_DISK_MB = 64;
const SERVER_DISK_MB = 400;
const LEFT_MB = 3;
const WARM_UP_MS = 1000;
const FULL_MS = 3000;
/** Longest until the load has used what is left. */
const PATIENCE_MS = 20_000;
/** MySQL waits a minute before it looks for room again. */
const RECOVERY_MS = 70_000;

export const fillDisk: Row = {
  number: 6,
  fault: 'disk full',
  mustHold: '503s, nothing answered is lost, recovery once there is room, without restart',
  seconds: 200,
  async *run(stage) {
    const fileDisk = mountFor(stage, FILE_DISK_MB);
    const file = new FaultDatabase('embedded', `sqlite:${join(fileDisk.path, 'keylink.db')}`);
    yield await fill(stage, fileDisk, await file.migrate());

    const serverDisk = mountFor(stage, SERVER_DISK_MB);
    const folder = join(serverDisk.path, 'mysql');
    mkdirSync(folder);
    const server = await MysqlProcess.create(folder, ['--innodb-redo-log-capacity=16M']);
    stage.defer(() => server.stop('SIGKILL'));
    yield await fill(stage, serverDisk, await (await FaultDatabase.createOn(server)).migrate());
  },
};

function mountFor(stage: Stage, megabytes: number): SmallDisk {
  const disk = SmallDisk.mount(stage.folder(), megabytes);
  stage.defer(disk.unmount);
  return disk;
}

async function fill(stage: Stage, disk: SmallDisk, database: FaultDatabase): Promise<Outcome> {
  const loaded = await LoadedService.start(stage, database);
  const health = new HealthWatch(loaded.service.url);
  const { witness } = loaded;
  await sleep(WARM_UP_MS);
  disk.fill(LEFT_MB);
  await until(() => refusals(witness) > 0, PATIENCE_MS);
  await sleep(FULL_MS);
  const refused = refusals(witness);
  disk.makeRoom();
  const roomAt = performance.now();
  await until(() => witness.exchanges.some((exchange) => isDone(exchange) && exchange.sentAt > roomAt), RECOVERY_MS);
  const recovery = performance.now() - roomAt;
  await sleep(WARM_UP_MS);
  await loaded.finish();
  await health.finish();
  const loss = await loaded.findLoss();
  return {
    database: database.engine,
    done: `filled for ${seconds(FULL_MS)}`,
    ...tally(loss),
    claims: [
      ...lossClaims(loss),
      ...answerClaims(witness),
      claim('what found no room was refused', `${refused} refused while it was full`, refused > 0),
      recovered(recovery),
      health.aliveClaim(),
    ],
  };
}

const refusals = ({ exchanges }: Witness): number => exchanges.filter((exchange) => !isDone(exchange)).length;

function recovered(ms: number): Claim {
  return claim('served again once there is room', `served again ${seconds(ms)} after there was room`, ms < RECOVERY_MS);
}

async function until(holds: () => boolean, patienceMs: number): Promise<void> {
  const giveUp = performance.now() + patienceMs;
  while (!holds() && performance.now() < giveUp) await sleep(50);
}
