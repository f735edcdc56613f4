import type { Cache } from './cache.js';
import type { Clock, SignedTime } from './clock.js';
import { encodeBase64url } from './base64url.js';
import type { Crypto } from './crypto.js';
import { type KeyChain, KeySetError } from './key-chain.js';
import { NoVerdict } from './outcome.js';
import type { CheckRequest } from './options.js';
import { type Service, within } from './service.js';
import { type Binding, isFor, readToken, type Token, type TokenFault, type Verdict } from './token.js';

/** A verdict that was asked for now. */
export interface Asked {
  readonly text: string;
  readonly verdict: Verdict;
  readonly details?: string;
}

/** As often the service's key sets are looked at, when it is asked anyway. */
const KEYS_EVERY = 60 * 60 * 1000;
const SECOND = 1000;

/** Asks the service and believes only what is signed, for this very question. */
export class Contact {
  constructor(
    private readonly crypto: Crypto,
    private readonly clock: Clock,
    private readonly time: SignedTime,
    private readonly chain: KeyChain,
    private readonly cache: Cache,
    private readonly service: Service,
    /** For all requests of one contact together, milliseconds. */
    private readonly timeout: number,
  ) {}

  /** @throws NoVerdict */
  ask(request: CheckRequest, binding: Binding): Promise<Asked> {
    return within(this.clock, this.timeout, async (signal) => {
      const nonce = encodeBase64url(this.crypto.randomBytes(18));
      const looking = this.lookAtKeySets(signal);
      const { signed, details } = await this.service.check(request, nonce, signal).catch(async (error: unknown) => {
        await looking;
        throw error;
      });
      const problem = await looking;
      let token = await this.read(signed);
      if (token === 'unknown-key' && problem === undefined) {
        await this.walk(signal);
        token = await this.read(signed);
      }
      const verdict = believe(token, problem);
      if (verdict.nonce !== nonce || !isFor(verdict, binding)) {
        throw new NoVerdict('signature', 'The verdict answers another question.');
      }
      this.refuseExpiredKeys(verdict);
      return { text: signed, verdict, details };
    });
  }

  /** @throws NoVerdict */
  release(request: CheckRequest): Promise<void> {
    return within(this.clock, this.timeout, (signal) => this.service.release(request, signal));
  }

  /** @returns why the key sets couldn't be looked at; what is known may do without */
  private async lookAtKeySets(signal: AbortSignal): Promise<NoVerdict | undefined> {
    const since = this.time.now() - this.cache.keysAt;
    if (this.chain.latest && since >= 0 && since < KEYS_EVERY) return undefined;
    try {
      await this.walk(signal);
      return undefined;
    } catch (error) {
      if (error instanceof NoVerdict) return error;
      throw error;
    }
  }

  private async walk(signal: AbortSignal): Promise<void> {
    try {
      await this.chain.walk((version) => this.service.keySet(signal, version), this.time.now() / SECOND);
    } catch (error) {
      if (error instanceof KeySetError) throw new NoVerdict('keys', error.message);
      throw error;
    }
    this.cache.keysAt = this.time.now();
  }

  private async read(text: string): Promise<Token | TokenFault> {
    return this.chain.latest ? readToken(this.crypto, this.chain.latest, text) : 'unknown-key';
  }

  /** A set that has expired says no longer who may sign. */
  private refuseExpiredKeys({ iat }: Verdict): void {
    const now = Math.max(this.time.now() / SECOND, iat);
    if (!this.chain.latest || this.chain.latest.exp <= now) throw new NoVerdict('keys', 'The key set has expired.');
  }
}

function believe(token: Token | TokenFault, problem: NoVerdict | undefined): Verdict {
  if (token === 'unknown-key' && problem) throw problem;
  if (typeof token === 'string') throw new NoVerdict('signature', `The signed answer is not to be believed: ${token}.`);
  if (token.kind !== 'verdict') throw new NoVerdict('signature', 'The signed answer is no verdict.');
  return token;
}
