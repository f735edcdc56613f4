import type { Request } from 'express';
import { BodyBudget } from './body-budget';

const STRANGER = { headers: { 'x-api-key': 'wrong' } } as unknown as Request;
const KNOWN = { headers: { 'x-api-key': 'right' } } as unknown as Request;
const PIECE = Buffer.alloc(100_000);

const newBudget = () => new BodyBudget(({ headers }) => headers['x-api-key'] === 'right');

describe('the budget for bodies of unknown callers', () => {
  it('ends at 16 MB of unfinished bodies, for strangers alone', () => {
    const budget = newBudget();
    const taken = Array.from({ length: 200 }, () => budget.open(STRANGER).take(PIECE));
    expect(taken.filter(Boolean)).toHaveLength(159);
    expect(budget.open(KNOWN).take(PIECE)).toBe(true);
  });

  it('counts more than the bytes of pieces that are tiny', () => {
    const account = newBudget().open(STRANGER);
    const taken = Array.from({ length: 100_000 }, () => account.take(Buffer.alloc(1)));
    expect(taken.filter(Boolean).length).toBeLessThan(70_000);
  });

  it('is given back when a body ends, once', () => {
    const budget = newBudget();
    const accounts = Array.from({ length: 160 }, () => budget.open(STRANGER));
    for (const account of accounts) account.take(PIECE);
    for (const account of [...accounts, ...accounts]) account.close();
    const taken = Array.from({ length: 200 }, () => budget.open(STRANGER).take(PIECE));
    expect(taken.filter(Boolean)).toHaveLength(159);
  });
});
