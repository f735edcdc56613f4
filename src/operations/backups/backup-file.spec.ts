import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { indexes } from '../../../test/support/cases';
import { read, write } from './backup-file';
import { checkContents, type Load } from './check-contents';
import { type BackupHeader, FORMAT, RunningSums, sumOf } from './contents';
import { type Portion, toText } from './portions';

const header: BackupHeader = {
  format: FORMAT,
  keylink: '1.2.3',
  engine: 'embedded',
  takenAt: 1_790_000_000_123,
  migrations: ['One', 'Two'],
  ids: { notes: 9 },
  rows: { notes: 3, empty: 0 },
  lastLog: null,
  secretKey: null,
};
const head = { table: 'notes', columns: ['id', 'text', 'bytes'], binary: [2] };
const emptyHead = { table: 'empty', columns: ['id'], binary: [] };
const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const rows = () => [
  ['9007199254740993', 'Zoë 🦊 \\ " \u0000 \n', bytes],
  [0, '', Buffer.alloc(0)],
  [-1, null, null],
];

function portions(): Portion[] {
  const sums = new RunningSums();
  const texts = [toText(rows().slice(0, 2), head), toText(rows().slice(2), head)];
  texts.forEach((text, index) => sums.add(head, index === 0 ? 2 : 1, text));
  sums.add(emptyHead, 0, '[]');
  const tables = sums.end();
  return [
    { kind: 'header', header },
    ...texts.map((text): Portion => ({ kind: 'rows', head, text })),
    { kind: 'rows', head: emptyHead, text: '[]' },
    { kind: 'end', end: { tables, sha256: sumOf(header, tables), signature: null } },
  ];
}

async function* given<T>(...items: T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

async function fileOf(publicKey?: string, some = portions()): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of write(given(...some), publicKey)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function contentsOf(file: Buffer, privateKey?: string): Promise<Load['rows']> {
  const found: Load['rows'] = [];
  const onRows = (load: Load): void => void found.push(...load.rows);
  await checkContents(read(given(file.subarray(0, 50), file.subarray(50)), privateKey), { onRows });
  return found;
}

const refusal = (file: Buffer, privateKey?: string): Promise<string> =>
  contentsOf(file, privateKey).then(
    () => 'taken',
    ({ message }: Error) => message,
  );

function inPem({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }) {
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const pairs = {
  x25519: inPem(generateKeyPairSync('x25519')),
  rsa: inPem(generateKeyPairSync('rsa', { modulusLength: 2048 })),
};
const other = inPem(generateKeyPairSync('x25519'));

describe('the file of a backup', () => {
  it.each([undefined, 'x25519', 'rsa'] as const)('gives back what was written, encrypted for %s', async (kind) => {
    const pair = kind && pairs[kind];
    const file = await fileOf(pair?.publicKey);
    expect(await contentsOf(file, pair?.privateKey)).toEqual(rows());
    expect(file.includes('notes')).toBe(kind === undefined);
  });

  it.each([undefined, 'x25519'] as const)('is refused wherever it is cut (%s)', async (kind) => {
    const pair = kind && pairs[kind];
    const file = await fileOf(pair?.publicKey);
    const taken: number[] = [];
    for (const length of indexes(file.length)) {
      if ((await refusal(file.subarray(0, length), pair?.privateKey)) === 'taken') taken.push(length);
    }
    expect(taken).toEqual([]);
    expect(await refusal(file.subarray(0, -1), pair?.privateKey)).toMatch(/cut short/);
  });

  it.each([undefined, 'x25519'] as const)('is refused whichever byte was changed, in words (%s)', async (kind) => {
    const pair = kind && pairs[kind];
    const file = await fileOf(pair?.publicKey);
    const others: string[] = [];
    for (const place of indexes(file.length)) {
      const changed = Buffer.from(file);
      changed[place] ^= 1;
      const message = await refusal(changed, pair?.privateKey);
      if (!/^(The backup (is|has|was)|This is no backup)/.test(message)) others.push(`${place}: ${message}`);
    }
    expect(others).toEqual([]);
  });

  it('is refused with parts left out, doubled or in another order', async () => {
    const [begin, first, second, empty, end] = portions();
    const orders = [
      [begin, first, empty, end],
      [begin, second, first, empty, end],
      [begin, first, first, second, empty, end],
      [first, second, empty, end],
      [begin, first, second, empty],
      [begin, first, second, end],
      [begin, first, second, empty, end, end],
    ];
    for (const order of orders) expect(await refusal(await fileOf(undefined, order))).not.toBe('taken');
    expect(await refusal(await fileOf())).toBe('taken');
  });

  it('says what to do about the wrong key, none, another form and another file', async () => {
    const file = await fileOf(pairs.x25519.publicKey);
    expect(await refusal(file)).toMatch(/is encrypted.*--identity/);
    expect(await refusal(file, other.privateKey)).toMatch(/encrypted for another key/);
    expect(await refusal(file, 'nothing')).toMatch(/--identity needs a file with a private key/);
    expect(await refusal(Buffer.from('PK\u0003\u0004'.padEnd(100)))).toMatch(/no backup that "keylink backup" made/);
    expect(await refusal(Buffer.from('keylink backup 2\n{}\n'))).toMatch(/form 2/);
    await expect(fileOf(pairs.x25519.privateKey)).rejects.toThrow(/names a private key/);
    const { publicKey } = inPem(generateKeyPairSync('ed25519'));
    await expect(fileOf(publicKey)).rejects.toThrow(/another kind \(ed25519\)/);
  });
});
