import type { ChangedKey } from '../license-keys/license-key-changes';
import { PortionWriter } from './portion-writer';
import { CHANGED, NOT_FOUND } from './row-results';

const PLACE = { id: 1, runner: 'this instance', position: 10 };
const JOB = { ...PLACE, state: 'running', change: '{"disabled":true}', filter: null as string | null };
const PORTION = { ids: [11, 12, 13], upTo: 13, isLast: false };

/** A writer on tables where of the license keys 11, 12 and 13 the last is gone, and the first alone fulfils any filter. */
function writerOf(job: object) {
  const changed: number[] = [];
  const results: unknown[] = [];
  const ended: number[] = [];
  const within = (part: object) => ({ within: () => part });
  const writer = new PortionWriter(
    within({ lock: () => Promise.resolve(job), advance: () => Promise.resolve() }) as never,
    within({
      insert: (_id: number, _upTo: number, rows: unknown[]) => Promise.resolve(results.push(...rows)),
    }) as never,
    within({
      lockAll: () => Promise.resolve([11, 12].map((id) => ({ id, disabled: false }))),
      findMatching: () => Promise.resolve(new Set([11])),
    }) as never,
    { convert: () => Promise.resolve([]) } as never,
    {
      write: (_transaction: unknown, _actor: unknown, keys: ChangedKey[]) =>
        Promise.resolve(changed.push(...keys.map(({ before }) => before.id))),
    } as never,
    { tell: (_transaction: unknown, id: number) => Promise.resolve(ended.push(id)) } as never,
    { run: (work: (transaction: object) => unknown) => work({}) } as never,
  );
  return { writer, changed, results, ended };
}

describe('a portion of a bulk change', () => {
  it('changes keys that are named, and says which are gone', async () => {
    const { writer, changed, results } = writerOf(JOB);
    expect(await writer.write(PLACE, PORTION)).toMatchObject({ isWritten: true });
    expect(changed).toEqual([11, 12]);
    expect(results).toEqual([
      { id: 11, code: CHANGED },
      { id: 12, code: CHANGED },
      { id: 13, code: NOT_FOUND },
    ]);
  });

  it('leaves keys alone that no longer fulfil the filter once they are locked', async () => {
    const { writer, changed, results } = writerOf({ ...JOB, filter: '{"pid":6}' });
    await writer.write(PLACE, PORTION);
    expect(changed).toEqual([11]);
    expect(results).toEqual([{ id: 11, code: CHANGED }]);
  });

  it('tells that the bulk change has ended with its last portion', async () => {
    const { writer, ended } = writerOf(JOB);
    await writer.write(PLACE, PORTION);
    expect(ended).toEqual([]);
    await writer.write(PLACE, { ...PORTION, isLast: true });
    expect(ended).toEqual([1]);
  });

  it.each([{ state: 'cancelled' }, { runner: 'another instance' }, { position: 13 }])(
    'writes nothing when the bulk change has become %j',
    async (fields) => {
      const { writer, changed } = writerOf({ ...JOB, ...fields });
      expect(await writer.write(PLACE, PORTION)).toMatchObject({ isWritten: false });
      expect(changed).toEqual([]);
    },
  );
});
