import { textOf } from './file-start';

async function* inPieces(pieces: Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

async function read(...pieces: Buffer[]): Promise<string> {
  const read: Buffer[] = [];
  for await (const chunk of textOf(inPieces(pieces))) read.push(chunk);
  return Buffer.concat(read).toString();
}

describe('the start of a file', () => {
  it.each([
    ['UTF-16 with its mark', [Buffer.from('\ufeffuuid\na\n', 'utf16le')]],
    ['UTF-16 in the other order', [Buffer.from('\ufeffuuid\na\n', 'utf16le').swap16()]],
    ['UTF-16 without a mark', [Buffer.from('uuid\na\n', 'utf16le')]],
    ['the same in the other order', [Buffer.from('uuid\na\n', 'utf16le').swap16()]],
    ['UTF-16 that comes byte by byte', [Buffer.of(0xff), Buffer.of(0xfe), Buffer.of(0x75, 0)]],
    ['a workbook', [Buffer.from('PK\x03\x04\x14\0\x06\0')]],
  ])('says of %s that it is no text', async (_, pieces) => {
    await expect(read(...pieces)).rejects.toThrow(/^This is not a text file in UTF-8\. Save the table as CSV/);
  });

  it('leaves out a byte order mark, and nothing else', async () => {
    expect(await read(Buffer.from('\ufeffuuid\n'), Buffer.from('\ufeffa'))).toBe('uuid\n\ufeffa');
    expect(await read(Buffer.from('a'))).toBe('a');
    expect(await read()).toBe('');
  });
});
