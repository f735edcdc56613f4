import { BackupFault, cutShort, damaged } from './backup-fault';
import { PieceCipher, sealFor, unsealWith, type Wrapping } from './envelope';
import { pack, type Portion, unpack } from './portions';

/** Format of the file: this line, a line of JSON about the encryption, then each portion preceded by its length. */
const MAGIC = 'keylink backup 1';
const LENGTH_BYTES = 4;
const MOST_BYTES = 300_000_000;
const LONGEST_PREAMBLE = 4096;
/** Portions that are packed or unpacked at once: the slowest part, done in parallel with the rest. */
const AT_ONCE = 4;

interface Preamble {
  /** Null if it is not encrypted. */
  readonly encryption: Wrapping | null;
}

/** The bytes of a file. @param publicKey PEM; undefined for an unencrypted backup */
export async function* write(portions: AsyncIterable<Portion>, publicKey: string | undefined): AsyncGenerator<Buffer> {
  const sealed = publicKey === undefined ? undefined : sealFor(publicKey);
  const preamble = JSON.stringify({ encryption: sealed?.wrapping ?? null } satisfies Preamble);
  const cipher = sealed && new PieceCipher(sealed.key, Buffer.from(preamble));
  yield Buffer.from(`${MAGIC}\n${preamble}\n`);
  const packed = ahead(portions, async (portion) => ({ bytes: await pack(portion), isLast: portion.kind === 'end' }));
  for await (const { bytes, isLast } of packed) {
    const piece = cipher?.encrypt(bytes, isLast) ?? bytes;
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(piece.length);
    yield Buffer.concat([length, piece]);
  }
}

/** @param privateKey PEM, for an encrypted one. @throws {BackupFault} if it is no backup, truncated, changed, or for another key */
export async function* read(bytes: AsyncIterable<Buffer>, privateKey: string | undefined): AsyncGenerator<Portion> {
  const input = new Input(bytes[Symbol.asyncIterator]());
  try {
    const cipher = cipherOf(await readPreamble(input), privateKey);
    for await (const portion of ahead(pieces(input, cipher), unpack)) yield portion;
  } finally {
    await input.close();
  }
}

async function* pieces(input: Input, cipher: PieceCipher | undefined): AsyncGenerator<Buffer> {
  for (let number = 1; ; number++) {
    const length = await input.take(LENGTH_BYTES);
    if (length === undefined) {
      if (input.left === 0) return;
      throw cutShort();
    }
    const size = length.readUInt32BE();
    if (size === 0 || size > MOST_BYTES) throw damaged(`portion ${number} claims to have ${size} bytes`);
    const piece = await input.take(size);
    if (!piece) throw cutShort();
    const plain = cipher ? cipher.decrypt(piece, await input.isOver()) : piece;
    if (!plain) {
      throw damaged(`portion ${number} was changed, or what follows it is missing`);
    }
    yield plain;
  }
}

async function readPreamble(input: Input): Promise<string> {
  const magic = await input.line(LONGEST_PREAMBLE);
  if (magic !== MAGIC) {
    const other = /^keylink backup (\d+)$/.exec(magic ?? '');
    if (other)
      throw new BackupFault(
        `The backup has form ${other[1]}, and this version of keylink reads form 1. Use the version that made it, or a newer one.`,
      );
    throw new BackupFault('This is no backup that "keylink backup" made.');
  }
  const line = await input.line(LONGEST_PREAMBLE);
  if (line === undefined) throw cutShort();
  return line;
}

function cipherOf(preamble: string, privateKey: string | undefined): PieceCipher | undefined {
  const { encryption } = parse(preamble);
  if (encryption === null) return undefined;
  if (privateKey === undefined) {
    throw new BackupFault(
      `The backup is encrypted, for the public key ${encryption.recipient.slice(0, 16)}: name the file of its private half with --identity.`,
    );
  }
  return new PieceCipher(unsealWith(privateKey, encryption), Buffer.from(preamble));
}

function parse(preamble: string): Preamble {
  try {
    const { encryption } = JSON.parse(preamble) as { encryption?: Partial<Wrapping> | null };
    if (encryption === null) return { encryption };
    if (typeof encryption?.recipient === 'string' && typeof encryption.key === 'string') {
      return { encryption: encryption as Wrapping };
    }
  } catch {
    // The parser's message doesn't help.
  }
  throw damaged('its second line');
}

/** Maps in order, working on several items at a time. */
async function* ahead<T, R>(items: AsyncIterable<T>, map: (item: T) => Promise<R>): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const result = map(item);
      // Failures are thrown in order.
      result.catch(() => undefined);
      begun.push(result);
      if (begun.length >= AT_ONCE) yield await begun.shift()!;
    }
    while (begun.length > 0) yield await begun.shift()!;
  } finally {
    await Promise.allSettled(begun);
  }
}

/** Takes a given number of bytes from chunks of any size. */
class Input {
  private chunks: Buffer[] = [];
  left = 0;

  constructor(private readonly source: AsyncIterator<Buffer>) {}

  async close(): Promise<void> {
    await this.source.return?.();
  }

  /** @returns undefined if there are fewer */
  async take(size: number): Promise<Buffer | undefined> {
    while (this.left < size) if (!(await this.fill())) return undefined;
    const all = this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks);
    this.left -= size;
    this.chunks = this.left > 0 ? [all.subarray(size)] : [];
    return all.subarray(0, size);
  }

  async isOver(): Promise<boolean> {
    while (this.left === 0) if (!(await this.fill())) return true;
    return false;
  }

  async line(longest: number): Promise<string | undefined> {
    for (;;) {
      const all = Buffer.concat(this.chunks);
      this.chunks = [all];
      const end = all.indexOf('\n');
      if (end >= 0) return (await this.take(end + 1))!.subarray(0, -1).toString();
      if (all.length > longest || !(await this.fill())) return undefined;
    }
  }

  private async fill(): Promise<boolean> {
    const { done, value } = await this.source.next();
    if (done) return false;
    this.chunks.push(value);
    this.left += value.length;
    return true;
  }
}
