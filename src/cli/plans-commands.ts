import { because, readReason } from '../access/audit/reason';
import { CreatePlanDto, type PlanDto, UpdatePlanDto } from '../catalog/plans/dto/plan.dto';
import { PlansModule } from '../catalog/plans/plans.module';
import { PlansService } from '../catalog/plans/plans.service';
import { LicenseKeysModule } from '../licensing/license-keys/license-keys.module';
import { PAGE_LIMIT } from '../platform/http/answers/paging';
import { validate } from '../platform/validation/validation';
import { allPages } from './all-pages';
import { SourcesModule } from '../selling/sources/sources.module';
import { commandLineActor } from './command-line-actor';
import type { WithJson, WithReason } from './options';
import { printJson, printLine, printTable } from './output';
import { readDatabase, withDatabase } from './with-database';

export async function list(pid: number, { json }: WithJson): Promise<void> {
  const all = await readDatabase([PlansModule], (providers) =>
    allPages((after) => providers.get(PlansService).getPage(pid, { limit: PAGE_LIMIT, after }), 0),
  );
  if (json) printJson(all);
  else if (all.length === 0) printLine(`Product ${pid} has no plans yet.`);
  else
    printTable([
      ['CODE', 'NAME', 'RUNS FOR', 'BEGINS WITH', 'GRACE', 'SEATS', 'TRIAL'],
      ...all.map(({ code, name, duration = 'ever', starts, graceDays = 0, seats, trial }) => [
        code,
        name,
        duration,
        starts === 'firstCheck' ? 'first check' : starts,
        graceDays === 0 ? '' : `${graceDays} days`,
        String(seats ?? ''),
        trial ? 'yes' : '',
      ]),
    ]);
}

export async function create(pid: number, { json, ...values }: WithJson & Record<string, unknown>): Promise<void> {
  const body = await validate(CreatePlanDto, values);
  const plan = await withPlans((plans) => plans.create(pid, body, commandLineActor()));
  if (json) printJson(plan);
  else printLine(`Plan ${called(plan)} was created.`);
}

export async function update(
  product: number,
  code: string,
  { json, reason, ...values }: WithJson & WithReason & Record<string, unknown>,
): Promise<void> {
  if (Object.keys(values).length === 0)
    throw new Error('Say what to change, such as --seats <number>; --help lists all fields.');
  const body = await validate(UpdatePlanDto, values);
  const actor = because(commandLineActor(), readReason(reason));
  const plan = await withPlans((plans) => plans.update({ product, code }, body, actor));
  if (json) printJson(plan);
  else printLine(`Plan ${called(plan)} was changed; each of its license keys follows from its next check on.`);
}

export async function deletePlan(
  product: number,
  code: string,
  { json, reason }: WithJson & WithReason,
): Promise<void> {
  const actor = because(commandLineActor(), readReason(reason));
  const plan = await withPlans((plans) => plans.delete({ product, code }, actor));
  if (json) printJson(plan);
  else printLine(`Plan ${called(plan)} was deleted.`);
}

/** Includes license keys, which may use the plan. */
function withPlans<T>(work: (plans: PlansService) => Promise<T>): Promise<T> {
  return withDatabase([PlansModule, LicenseKeysModule, SourcesModule], (providers) =>
    work(providers.get(PlansService)),
  );
}

const called = ({ code, name }: PlanDto): string => `${code} (${name})`;
