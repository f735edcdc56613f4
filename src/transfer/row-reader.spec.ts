import type { Row } from './columns';
import { RowReader } from './row-reader';
import type { TransferTarget } from './transfer-target';

const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ values: { key: `k${index}` } }));
let read: string[];
const readerOf = (refuse = (_key: string): void => undefined) => {
  const target = {
    identity: 'key',
    derivesIdentity: false,
    columns: [],
    read: ({ key }: { key: string }) => {
      refuse(key);
      read.push(key);
      return Promise.resolve({ key });
    },
  } as unknown as TransferTarget<{ key: string }>;
  return new RowReader(target, { rowKeys: undefined });
};
beforeEach(() => {
  read = [];
});

it('numbers the rows of each chunk on, from those of the batch before', async () => {
  const numbers: number[] = [];
  for await (const { size, entries } of readerOf().chunks(rows(300), 1000)) {
    expect(entries).toHaveLength(size);
    numbers.push(...entries.map(({ row }) => row));
  }
  expect(numbers).toEqual(Array.from({ length: 300 }, (_, index) => 1001 + index));
});

it('reads one chunk ahead while one is stored, and no more', async () => {
  const chunks = readerOf().chunks(rows(1000), 0);
  await chunks.next();
  // As long as storing it may take.
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(read).toHaveLength(256);
  await chunks.return(undefined);
});

it('gives what came before a row that cannot be read because of the database, and then fails', async () => {
  const fault = new Error('gone');
  const reader = readerOf((key) => {
    if (key === 'k130') throw fault;
  });
  const chunks = reader.chunks(rows(300), 0);
  const { value } = await chunks.next();
  expect(value).toMatchObject({ size: 128, invalid: [] });
  await expect(chunks.next()).rejects.toBe(fault);
});
