import { queryOptions } from '@tanstack/react-query';
import { PLAN_FIELDS } from '../../../src/catalog/plans/plan-fields';
import { answerOf, api, type Page, pageOf, taggedAnswerOf } from '../api/client';
import type { PlanDto } from '../api/schema';
import { recordFields } from '../form/record-fields';

/** The fields of a plan, as its forms show them. */
export const PLAN_FORM = recordFields(PLAN_FIELDS);

const LIMIT = 1000;

/** All plans of a product, in the order of their creation. */
export const plansQuery = (pid: number) =>
  queryOptions({
    queryKey: ['plans', pid],
    queryFn: async ({ signal }) => {
      const plans: PlanDto[] = [];
      for (let cursor: Page<PlanDto>['next'] = {}; cursor !== undefined;) {
        const query: { limit: number } = { limit: LIMIT, ...cursor };
        const params = { path: { pid }, query };
        const { items, next }: Page<PlanDto> = await pageOf(api.GET('/api/products/{pid}/plans', { params, signal }));
        plans.push(...items);
        cursor = next;
      }
      return plans;
    },
    staleTime: 60_000,
  });

/** How many license keys each plan of a product has. */
export const planCountsQuery = (pid: number) =>
  queryOptions({
    queryKey: ['keys', 'of plans', pid],
    queryFn: ({ signal }) => answerOf(api.GET('/api/stats/plans', { params: { query: { pid } }, signal })),
  });

export const readPlan = (pid: number, code: string, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/products/{pid}/plans/{code}', { params: { path: { pid, code } }, signal }));

/** One plan, to be changed: lists have no tags. */
export const planQuery = (pid: number, code: string) =>
  queryOptions({
    queryKey: ['plan', pid, code],
    queryFn: ({ signal }) => readPlan(pid, code, signal),
    gcTime: 0,
  });
