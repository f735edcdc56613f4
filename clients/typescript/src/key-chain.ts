import { type Crypto, thumbprint } from './crypto.js';
import { follows, isVouchedFor, type KeySet, type PublicKey, readKeySet, type SentKeySet } from './key-set.js';

/** Brings the text of a key set: of this version, or the latest. It throws what hindered it. */
type FetchKeySet = (version?: number) => Promise<string>;

/** Why the service's key sets were not believed. */
export class KeySetError extends Error {}

/** Far more steps than a service makes in its life: a lying one must not keep a client walking. */
const MOST_STEPS = 500;

/**
 * The key sets that a client believes, each vouched for by the root of the one before, the first by the root that is built into
 * the program. It keeps of them what shows that again: a set that changed the root, and the latest.
 */
export class KeyChain {
  private believing: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly crypto: Crypto,
    private readonly builtInRoot: PublicKey,
    private path: readonly SentKeySet[],
  ) {}

  /** @param rootKey the 32 bytes of the root's public half, in base64url */
  static async startingAt(crypto: Crypto, rootKey: string): Promise<KeyChain> {
    return new KeyChain(crypto, { kid: await thumbprint(crypto, rootKey), x: rootKey }, []);
  }

  /** The latest set that is believed. */
  get latest(): KeySet | undefined {
    return this.path.at(-1)?.set;
  }

  /** What `restore` takes. */
  get texts(): readonly string[] {
    return this.path.map(({ text }) => text);
  }

  /**
   * Believes sets that were kept, or came with a program or a license, as far as the built-in root or the latest set leads to
   * them. They may have expired, and leave versions out: whoever kept them has walked. Those from before the built-in root, with
   * which other programs begin, are passed over.
   * @returns whether the rest are believed
   */
  restore(texts: readonly string[]): Promise<boolean> {
    return this.alone(() => this.restoreAll(texts));
  }

  private async restoreAll(texts: readonly string[]): Promise<boolean> {
    for (const text of texts) {
      const sent = await readKeySet(this.crypto, text);
      if (!sent) return false;
      if (this.isOld(sent)) continue;
      if (await this.leadsTo(sent)) await this.append(sent);
      else if (this.latest) return false;
    }
    return texts.length === 0 || this.latest !== undefined;
  }

  /**
   * Walks from what is known to the service's latest set, version by version.
   * @param now seconds since 1970
   * @throws KeySetError when a set on the way isn't to be believed, or the latest has expired; what `fetch` throws
   */
  async walk(fetch: FetchKeySet, now: number): Promise<void> {
    const last = await this.read(await fetch());
    // A cache between may bring an older one, for a minute. What is known stays.
    if (this.isOld(last)) return;
    if (last.set.exp <= now) throw new KeySetError("The service's key set has expired.");
    const read = async (version: number): Promise<SentKeySet> =>
      version === last.set.version ? last : this.read(await fetch(version), version);
    if (!this.latest) await this.begin(read, last.set.version);
    if (last.set.version - this.known.version > MOST_STEPS) throw new KeySetError('The key sets are too many.');
    while (this.known.version < last.set.version) await this.step(await read(this.known.version + 1));
  }

  private get known(): KeySet {
    if (!this.latest) throw new KeySetError('No key set is believed yet.');
    return this.latest;
  }

  /** The newest set that the built-in root has signed is where the walk begins. */
  private async begin(read: (version: number) => Promise<SentKeySet>, from: number): Promise<void> {
    for (let version = from; version >= 1 && version > from - MOST_STEPS; version -= 1) {
      const sent = await read(version);
      if (await isVouchedFor(this.crypto, sent, this.builtInRoot)) {
        await this.alone(async () => this.isOld(sent) || this.append(sent));
        return;
      }
    }
    throw new KeySetError("None of the service's key sets is signed by the root key of this program.");
  }

  private step(next: SentKeySet): Promise<void> {
    return this.alone(async () => {
      if (this.isOld(next)) return;
      if (!(await follows(this.crypto, next, this.known))) {
        throw new KeySetError(`Version ${next.set.version} of the key set doesn't follow from the one before.`);
      }
      await this.append(next);
    });
  }

  /** Several may walk at a time, for several license keys: each takes its steps from where the others have come to. */
  private alone<T>(believe: () => Promise<T>): Promise<T> {
    const done = this.believing.then(believe);
    this.believing = done.catch(() => undefined);
    return done;
  }

  private isOld({ set }: SentKeySet): boolean {
    return this.latest !== undefined && set.version <= this.latest.version;
  }

  private leadsTo(sent: SentKeySet): Promise<boolean> {
    return this.latest ? follows(this.crypto, sent, this.latest) : isVouchedFor(this.crypto, sent, this.builtInRoot);
  }

  /** What lies between a root and a set that it has signed shows nothing more. */
  private async append(sent: SentKeySet): Promise<void> {
    let leading = 0;
    for (const root of [this.builtInRoot, ...this.path.map(({ set }) => set.root)]) {
      if (await isVouchedFor(this.crypto, sent, root)) break;
      leading += 1;
    }
    this.path = [...this.path.slice(0, leading), sent];
  }

  private async read(text: string, version?: number): Promise<SentKeySet> {
    const sent = await readKeySet(this.crypto, text);
    if (!sent) throw new KeySetError('What the service sent is no key set.');
    if (version !== undefined && sent.set.version !== version) {
      throw new KeySetError(`Version ${version} of the key set was asked for, and another came.`);
    }
    return sent;
  }
}
