import { EventEmitter } from 'node:events';
import type { Request } from 'express';
import { BodyBudget } from './body-budget';

const PIECE = Buffer.alloc(100_000);
const newRequest = () => new EventEmitter() as Request;

describe('the budget for bodies of unknown callers', () => {
  it('ends at 16 MB of unfinished bodies', () => {
    const budget = new BodyBudget();
    const taken = Array.from({ length: 200 }, () => budget.open(newRequest()).take(PIECE));
    expect(taken.filter(Boolean)).toHaveLength(159);
  });

  it('counts more than the bytes of pieces that are tiny', () => {
    const account = new BodyBudget().open(newRequest());
    const taken = Array.from({ length: 100_000 }, () => account.take(Buffer.alloc(1)));
    expect(taken.filter(Boolean).length).toBeLessThan(70_000);
  });

  it('is given back when a body or its request ends, once', () => {
    const budget = new BodyBudget();
    const requests = Array.from({ length: 160 }, newRequest);
    const accounts = requests.map((request) => budget.open(request));
    for (const account of accounts) account.take(PIECE);
    for (const account of accounts) account.close();
    for (const request of requests) request.emit('close');
    const taken = Array.from({ length: 200 }, () => budget.open(newRequest()).take(PIECE));
    expect(taken.filter(Boolean)).toHaveLength(159);
  });
});
