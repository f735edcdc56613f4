import { queryOptions } from '@tanstack/react-query';
import { PLAN_FIELDS } from '../../../src/catalog/plans/plan-fields';
import { answerOf, api, pageOf, taggedAnswerOf, wholeList } from '../api/client';
import { recordFields } from '../form/record-fields';

/** The fields of a plan, as its forms show them. */
export const PLAN_FORM = recordFields(PLAN_FIELDS);

const LIMIT = 1000;

/** All plans of a product, in the order of their creation. */
export const plansQuery = (pid: number) =>
  queryOptions({
    queryKey: ['plans', pid],
    queryFn: ({ signal }) =>
      wholeList((cursor) => {
        const params = { path: { pid }, query: { limit: LIMIT, ...cursor } };
        return pageOf(api.GET('/api/products/{pid}/plans', { params, signal }));
      }),
    staleTime: 60_000,
  });

/** How many license keys each plan of a product has. */
export const planCountsQuery = (pid: number) =>
  queryOptions({
    queryKey: ['keys', 'of', 'plans', pid],
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
