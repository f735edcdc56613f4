import type { Plan } from '../../catalog/plans/plan.entity';
import { contentChanges } from './content-changes';

const plan = (values: Partial<Plan>) => ({
  id: 1,
  duration: null,
  graceDays: null,
  seats: null,
  leaseSeconds: null,
  entitlements: null,
  updates: null,
  meters: null,
  ...values,
});
const key = (planned?: Partial<Plan>, own: object = {}, entitlements: string | null = null) => ({
  seats: null,
  leaseSeconds: null,
  meters: null,
  ...own,
  terms: {
    plan: planned && plan(planned),
    code: 'x',
    graceDays: null,
    entitlements,
    updatesUntil: null,
    awaitsCheck: false,
  },
});

it('tells what another plan adds and takes away', () => {
  const before = key({
    seats: 2,
    graceDays: 7,
    entitlements: '{"sync":"daily","projects":50,"export":true,"edition":"a"}',
  });
  const after = key({
    seats: 5,
    leaseSeconds: 60,
    entitlements: '{"projects":5,"export":true,"print":true,"edition":"b"}',
  });
  expect(contentChanges(before, after)).toEqual([
    { term: 'seats', effect: 'gains', before: 2, after: 5 },
    { term: 'leaseSeconds', effect: 'changes', after: 60 },
    { term: 'graceDays', effect: 'loses', before: 7, after: 0 },
    { term: 'entitlements.sync', effect: 'loses', before: 'daily' },
    { term: 'entitlements.projects', effect: 'loses', before: 50, after: 5 },
    { term: 'entitlements.edition', effect: 'changes', before: 'a', after: 'b' },
    { term: 'entitlements.print', effect: 'gains', after: true },
  ]);
});

it('takes a key whose devices are not counted any more for the richer one', () => {
  expect(contentChanges(key({ seats: 2 }), key())).toEqual([{ term: 'seats', effect: 'gains', before: 2 }]);
  expect(contentChanges(key(), key({ seats: 2 }))).toEqual([{ term: 'seats', effect: 'loses', after: 2 }]);
});

it('tells nothing of what the key has of its own', () => {
  const own = [{ seats: 3 }, '{"sync":"hourly","export":false}'] as const;
  const before = key({ seats: 2, entitlements: '{"sync":"daily","export":true}' }, ...own);
  expect(contentChanges(before, key(undefined, ...own))).toEqual([]);
});

it('counts what a meter has room for, in its period', () => {
  const before = key({ meters: '{"exports":{"limit":20,"period":"month"},"renders":{"limit":5,"period":"day"}}' });
  const after = key(
    { meters: '{"exports":{"limit":10,"period":"month"},"renders":{"limit":50,"period":"month"}}' },
    { meters: '{"exports":{"limit":20,"period":"month","overage":50}}' },
  );
  expect(contentChanges(before, after)).toEqual([
    { term: 'meters.exports.month', effect: 'gains', before: 20, after: 30 },
    { term: 'meters.renders.day', effect: 'loses', before: 5 },
    { term: 'meters.renders.month', effect: 'gains', after: 50 },
  ]);
});
