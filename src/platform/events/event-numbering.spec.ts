import { EventNumbering } from './event-numbering';

type Step = 'number' | 'show' | 'confirm';

/** Numbering on positions of which the last were given, and shown, as told; each step ends a moment after it began. */
function numberingOf(positions: { given: number; shown: number }, waiting: number[], failing?: Step, isShared = true) {
  const steps: string[] = [];
  const take = async (step: Step, ...values: number[]): Promise<void> => {
    await Promise.resolve();
    if (step === failing) throw new Error('The database was killed.');
    steps.push([step, ...values].join(' '));
  };
  const events = {
    within: () => events,
    findPositions: () => Promise.resolve(positions),
    findUnnumbered: () => Promise.resolve(waiting),
    number: (ids: number[], after: number) => take('number', ids.length, after).then(() => true),
    show: (upTo: number) => take('show', upTo),
    confirm: () => take('confirm'),
  };
  const transactions = {
    run: async (work: (transaction: object) => Promise<unknown>) => {
      const result = await work({});
      steps.push('commit');
      return result;
    },
  };
  const jobs = { add: () => undefined };
  const numbering = new EventNumbering(events as never, transactions as never, { isShared } as never, jobs as never);
  return { numbering, steps };
}

describe('the numbering of events', () => {
  it('shows positions once the transaction that gave them is confirmed', async () => {
    const { numbering, steps } = numberingOf({ given: 7, shown: 7 }, [11, 12]);
    expect(await numbering.advance()).toBe(false);
    expect(steps).toEqual(['number 2 7', 'commit', 'show 9', 'commit']);
  });

  it('shows positions with the commit that gave them where nobody sees what is not on disk', async () => {
    const { numbering, steps } = numberingOf({ given: 7, shown: 7 }, [11, 12], undefined, false);
    expect(await numbering.advance()).toBe(false);
    expect(steps).toEqual(['number 2 7', 'show 9', 'commit']);
  });

  it('shows nothing that may not be on disk', async () => {
    const { numbering, steps } = numberingOf({ given: 7, shown: 7 }, [11, 12], 'number');
    await expect(numbering.advance()).rejects.toThrow('killed');
    expect(steps).toEqual([]);
  });

  it('confirms what an instance that has died had numbered, before it shows that', async () => {
    const { numbering, steps } = numberingOf({ given: 9, shown: 7 }, []);
    expect(await numbering.advance()).toBe(false);
    expect(steps).toEqual(['confirm', 'commit', 'show 9', 'commit']);
    const unconfirmed = numberingOf({ given: 9, shown: 7 }, [], 'confirm');
    await expect(unconfirmed.numbering.advance()).rejects.toThrow('killed');
    expect(unconfirmed.steps).toEqual([]);
  });

  it('writes nothing if nothing has happened', async () => {
    const { numbering, steps } = numberingOf({ given: 7, shown: 7 }, []);
    await numbering.advance();
    expect(steps).toEqual([]);
  });
});
