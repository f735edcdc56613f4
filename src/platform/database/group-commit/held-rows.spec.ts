import { RowHeldError } from '../database-errors';
import { HELD, type HoldableRows, HeldRows } from './held-rows';

afterEach(() => jest.restoreAllMocks());

it('forgets rows whose requests gave up, 5 seconds after they were last found held', async () => {
  const holdable: HoldableRows<string, string> = {
    nameOf: (request) => request,
    commitFree: (requests) => Promise.resolve(requests.map(() => HELD)),
  };
  const rows = new HeldRows(holdable, 10);
  const answers = ['a', 'b'].map((request) => rows.submit(request, performance.now() + 20));
  for (const answer of answers) await expect(answer).rejects.toThrow(RowHeldError);
  await rows.drain();
  expect([rows.isAnyHeld, rows.concerns('a'), rows.concerns('c')]).toEqual([true, true, false]);
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 5000);
  expect(rows.isAnyHeld).toBe(false);
});
