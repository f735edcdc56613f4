import { killUnderLoad } from '../../../bench/durability/kill-under-load';
import { ANSWER_FIRST, SERVICE } from '../../../bench/paths';
import { claim, type Claim, type Outcome, type Row } from '../row';
import type { Stage } from '../stage';
import { type Engine, ENGINES } from '../support/fault-database';
import { lossClaims, tally } from '../support/loss-claims';

/** The gate takes fewer. */
const KILLS = Number(process.env.FAULT_KILLS ?? 10);
const SECONDS_BEFORE_KILL = 1.2;
/** Two, because one may come right after the control has written. */
const CONTROL_KILLS = 2;
const SECONDS_BEFORE_CONTROL_KILL = 0.7;

export const killService: Row = {
  number: 1,
  fault: '`kill -9` of the service under load',
  mustHold: 'every answered check, create and visit is there afterwards; a control that answers first is caught',
  seconds: 180,
  async *run(stage) {
    for (const engine of ENGINES) yield await runOn(engine, stage);
  },
};

async function runOn(engine: Engine, stage: Stage): Promise<Outcome> {
  const { url, inspect } = await stage.database(engine);
  const loss = await killUnderLoad({
    script: SERVICE,
    url,
    inspect,
    kinds: ['check', 'visit', 'create'],
    kills: KILLS,
    secondsBeforeKill: SECONDS_BEFORE_KILL,
  });
  return {
    database: engine,
    done: `${KILLS} kills`,
    ...tally(loss),
    claims: [...lossClaims(loss), await controlIsCaught(engine, stage)],
  };
}

async function controlIsCaught(engine: Engine, stage: Stage): Promise<Claim> {
  const { url, inspect } = await stage.database(engine);
  const loss = await killUnderLoad({
    script: ANSWER_FIRST,
    url,
    inspect,
    kinds: ['check', 'visit'],
    kills: CONTROL_KILLS,
    secondsBeforeKill: SECONDS_BEFORE_CONTROL_KILL,
  });
  const { acknowledged, lost } = tally(loss);
  return claim('a control that answers first is caught', `the control lost ${lost} of ${acknowledged}`, lost > 0);
}
