import { itemsOf } from './source-items';

const paid = { status: 'paid', problem: null } as const;
const waiting = { status: 'paid', problem: 'Nothing says what license keys "pro" stands for: map it.' } as const;
const line = (order: { status: 'paid' | 'unpaid' | 'refunded'; problem: string | null }, more: object = {}) => ({
  item: 'pro',
  title: null,
  quantity: 1,
  given: null,
  order,
  ...more,
});
const only = (lines: Parameters<typeof itemsOf>[0], mapped: string[] = []) => itemsOf(lines, new Set(mapped))[0];

describe('the items of a source', () => {
  it('count each order once, and take the newest title', () => {
    const lines = [line(paid), line(paid, { title: 'Pro' }), line({ ...paid }, { title: 'Old name' })];
    expect(only(lines, ['pro'])).toEqual({ item: 'pro', title: 'Pro', isMapped: true, orders: 2, waiting: 0 });
  });

  it('wait where nothing was given for them', () => {
    const other = line(waiting, { item: 'team', given: '{}' });
    const items = itemsOf([line(waiting), other], new Set(['team']));
    expect(items).toMatchObject([
      { item: 'pro', isMapped: false, waiting: 1 },
      { item: 'team', isMapped: true, waiting: 0 },
    ]);
  });

  it('are mapped by another id of theirs if an order with them is done', () => {
    expect(only([line(paid)])).toMatchObject({ isMapped: true });
    expect(only([line({ ...waiting }), line(paid)])).toMatchObject({ isMapped: false, waiting: 1 });
  });

  it.each([
    ['unpaid', line({ status: 'unpaid', problem: null })],
    ['taken back', line({ status: 'refunded', problem: null })],
    ['no longer bought', line(paid, { quantity: 0 })],
  ])('that are %s tell nothing about mappings', (_, one) => {
    expect(only([one])).toMatchObject({ isMapped: false, orders: 1, waiting: 0 });
  });
});
