import { because, readReason } from '../access/audit/reason';
import { MetersModule } from '../licensing/meters/meters.module';
import { MetersService } from '../licensing/meters/meters.service';
import { UseWithdrawalService } from '../licensing/meters/use-withdrawal.service';
import { UsesService } from '../licensing/meters/uses.service';
import { commandLineActor } from './command-line-actor';
import type { WithJson, WithReason } from './options';
import { printJson, printLine, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

const PERIODS = {
  day: 'a day',
  month: 'a month',
  monthFromFirstUse: 'a month from the first use',
  total: 'in all',
} as const;

export async function meters(key: string, { json }: WithJson): Promise<void> {
  const all = await readDatabase([MetersModule], (providers) => providers.get(MetersService).getStandings(key));
  if (json) printJson(all);
  else if (all.length === 0) printLine('The license key has no meters, and neither has its plan.');
  else
    printTable([
      ['METER', 'LIMIT', 'USED', 'LEFT', 'OVERAGE', 'RESETS'],
      ...all.map(({ name, limit, period, used, remaining, overage, resetsAt = null }) => [
        name,
        `${limit} ${PERIODS[period]}`,
        String(used),
        String(remaining),
        overage === 0 ? '' : `${overage}%`,
        showTime(resetsAt, 'never'),
      ]),
    ]);
}

export async function list(key: string, { json, limit }: WithJson & { readonly limit: number }): Promise<void> {
  const { items } = await readDatabase([MetersModule], (providers) =>
    providers.get(UsesService).getPage(key, { limit }),
  );
  if (json) printJson(items);
  else if (items.length === 0) printLine('The license key has no uses in the last 35 days.');
  else
    printTable([
      ['AT', 'METER', 'AMOUNT', 'USE ID', 'TAKEN BACK'],
      ...items.map(({ at, meter, amount, useId, withdrawnAt = null }) => [
        showTime(at, ''),
        meter,
        String(amount),
        useId,
        showTime(withdrawnAt, ''),
      ]),
    ]);
}

export async function withdraw(key: string, useId: string, { json, reason }: WithJson & WithReason): Promise<void> {
  const actor = because(commandLineActor(), readReason(reason));
  const use = await withDatabase([MetersModule], (providers) =>
    providers.get(UseWithdrawalService).withdraw(key, useId, actor),
  );
  if (json) printJson(use);
  else printLine(`Taken back: ${use.amount} of ${use.meter}, used at ${showTime(use.at, '')}.`);
}
