import type { SignedTime } from './clock.js';
import type { Crypto } from './crypto.js';
import type { KeyChain } from './key-chain.js';
import type { Store } from './options.js';
import { isObject, parseJsonObject } from './strict-json.js';
import { type Binding, isFor, readToken, type Token, type Verdict } from './token.js';

/** What lets a copy run without an answer of now. */
export interface Standing {
  readonly token: Token;
  readonly source: 'cache' | 'license';
}

/** What these texts were found to say by this version of the key set. */
interface Read {
  readonly version: number;
  readonly texts: readonly string[];
  readonly tokens: ReadonlyMap<string, Token>;
}

const MOST_TOKENS = 32;
const MOST_REQUESTS = 8;

/**
 * What is known from earlier contacts. All that lets a copy run is signed, and verified when it is read: a file that was edited
 * or copied brings nothing. The rest decides only when the service is asked again.
 */
export class Cache {
  /** When the service's key sets were looked at last, and before when it wants no requests; by the service's time. */
  keysAt = 0;
  retryAfter = 0;
  /** Before when no pass is renewed in the background. */
  renewAfter = 0;
  private texts: readonly string[] = [];
  private requests: readonly string[] = [];
  private read: Read | undefined;
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly crypto: Crypto,
    private readonly store: Store,
    private readonly chain: KeyChain,
    private readonly time: SignedTime,
  ) {}

  async load(): Promise<void> {
    const kept = parseJsonObject((await this.store.load()) ?? '');
    if (kept?.v !== 1) return;
    await this.chain.restore(toTexts(kept.keySets));
    this.texts = toTexts(kept.tokens);
    this.requests = toTexts(kept.requests);
    this.time.skew = toNumber(kept.skew);
    [this.keysAt, this.retryAfter, this.renewAfter] = [kept.keysAt, kept.retryAfter, kept.renewAfter].map(toNumber);
    if (this.chain.latest) this.time.saw(this.chain.latest.iat);
    for (const token of (await this.tokens()).values()) this.time.saw(token.iat);
  }

  /** What is saved is a moment's whole; one writing follows another. */
  save(): Promise<void> {
    const { keysAt, retryAfter, renewAfter } = this;
    const rest = { skew: this.time.skew, keysAt, retryAfter, renewAfter, requests: this.requests };
    const text = JSON.stringify({ v: 1, keySets: this.chain.texts, tokens: this.texts, ...rest });
    const save = async (): Promise<void> => this.store.save(text);
    const saved = this.saving.then(save);
    this.saving = saved.catch(() => undefined);
    return saved;
  }

  /** Keeps a verified token. A verdict takes the place of those before it for the same key, product and device. */
  async add(text: string, token: Token): Promise<void> {
    const before = token.kind === 'verdict' ? await this.textsOf((each) => isReplacedBy(each, token)) : [];
    this.texts = [...this.texts.filter((each) => each !== text && !before.includes(each)), text].slice(-MOST_TOKENS);
  }

  /** Forgets what the service said of this license key and device. */
  async forgetVerdicts(binding: Binding): Promise<void> {
    const theirs = await this.textsOf((token) => token.kind === 'verdict' && isFor(token, binding));
    this.texts = this.texts.filter((text) => !theirs.includes(text));
  }

  /** The pass or license that holds longest, whether or not it still does. What is older than a refusal counts for nothing. */
  async standing(binding: Binding): Promise<Standing | undefined> {
    const theirs = [...(await this.tokens()).values()].filter((token) => isFor(token, binding));
    const refusedAt = Math.max(...theirs.filter(isRefusal).map(({ iat }) => iat), -1);
    const passes = theirs.filter((each) => !isRefusal(each) && each.iat > refusedAt);
    const token = passes.find(({ exp }) => passes.every((other) => other.exp <= exp));
    return token && { token, source: token.kind === 'license' ? 'license' : 'cache' };
  }

  addRequest(nonce: string): void {
    this.requests = [...this.requests, nonce].slice(-MOST_REQUESTS);
  }

  hasRequested(nonce: string): boolean {
    return this.requests.includes(nonce);
  }

  /** Verified anew whenever the texts or the key set change: a revocation ends what its key has signed. */
  private async tokens(): Promise<ReadonlyMap<string, Token>> {
    const set = this.chain.latest;
    if (!set) return new Map();
    const { texts } = this;
    if (this.read?.version === set.version && this.read.texts === texts) return this.read.tokens;
    const read = await Promise.all(texts.map(async (text) => [text, await readToken(this.crypto, set, text)]));
    const valid = read.filter((pair): pair is [string, Token] => isObject(pair[1]));
    this.read = { version: set.version, texts, tokens: new Map(valid) };
    return this.read.tokens;
  }

  private async textsOf(which: (token: Token) => boolean): Promise<readonly string[]> {
    return [...(await this.tokens())].filter(([, token]) => which(token)).map(([text]) => text);
  }
}

const isRefusal = (token: Token): boolean => token.kind === 'verdict' && !token.pass;

function isReplacedBy(token: Token, { key, product, device }: Verdict): boolean {
  const sameProduct = product === undefined || token.product === undefined || token.product === product;
  return token.kind === 'verdict' && token.key === key && sameProduct && token.device === device;
}

const toNumber = (value: unknown): number => (Number.isFinite(value) ? (value as number) : 0);

const toTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
