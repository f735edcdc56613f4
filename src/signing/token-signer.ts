import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Problem } from '../platform/errors/error-codes';
import { ApiError } from '../platform/errors/errors';
import { protectedHeader, publicHalf, signCompact, type TokenType } from './jws';
import { decryptPrivateKey } from './key-encryption';
import { currentKeyOf, type KeySetPayload, readKeySet } from './key-set-payload';
import { KeySetsRepository } from './key-sets.repository';
import { WRONG_SECRET_KEY } from './root-key';
import { SecretKey } from './secret-key';
import { SigningKeysRepository } from './signing-keys.repository';

export const NOT_SET_UP: Problem<'signing.notSetUp'> = {
  code: 'signing.notSetUp',
  message: 'Signing is not set up; do so once with "keylink signing init" or POST /api/signing.',
};

/** Where it is set up, and this instance can't all the same: an example of why. */
export const NOT_READY: Problem<'signing.notReady'> = { code: 'signing.notReady', message: WRONG_SECRET_KEY.message };

export const RESTORED: Problem<'signing.restored'> = {
  code: 'signing.restored',
  message:
    'The database has an older key set than it had: it was restored from a backup. Run "keylink restored", so that no version is published twice.',
};

/** What tokens are made of besides what they say. */
interface CurrentKey {
  readonly iss: string;
  readonly privateKey: KeyObject;
  readonly headers: Readonly<Record<TokenType, string>>;
}

/** What the last look at the database has found. */
interface State {
  /** Of the latest key set; 0 when there is none. */
  readonly version: number;
  /** Until when that holds, in seconds since the Unix epoch. */
  readonly exp?: number;
  readonly key?: CurrentKey;
  /** Why nothing is signed; undefined when it is. */
  readonly problem?: string;
}

/** Signs with the signing key of the latest key set, which is held decrypted in memory. */
@Injectable()
export class TokenSigner {
  private state: State = { version: 0, problem: NOT_SET_UP.message };
  /** The version that the database had at the last look. */
  private found = 0;

  constructor(
    private readonly keySets: KeySetsRepository,
    private readonly keys: SigningKeysRepository,
    private readonly secretKey: SecretKey,
  ) {}

  /** Why nothing is signed, in a sentence for operators; undefined when it is. */
  get problem(): string | undefined {
    return this.state.problem;
  }

  /** Of the latest key set that was seen. */
  get version(): number {
    return this.state.version;
  }

  /** Whether the database had a later key set at the last look than it has now. */
  get isRestored(): boolean {
    return this.found < this.state.version;
  }

  /** Until when the latest key set holds, in seconds since the Unix epoch; undefined when there is none. */
  get keySetEnd(): number | undefined {
    return this.state.exp;
  }

  /** Looks whether there is another key set, and takes its signing key. */
  async refresh(): Promise<void> {
    const latest = await this.keySets.findLatest();
    this.found = latest?.version ?? 0;
    const { version, problem } = this.state;
    if (!latest || (latest.version === version && problem === undefined)) return;
    const payload = readKeySet(latest);
    const found = await this.findKey(payload);
    // The key may have been retired meanwhile, by the set that comes next.
    if (found.problem !== undefined && (await this.keySets.findLatest())?.version !== latest.version)
      return this.refresh();
    // Two looks may overtake each other.
    if (latest.version >= this.state.version) this.state = { version: latest.version, exp: payload.exp, ...found };
  }

  /**
   * Signs at once what a verdict or license says, below who issues it.
   * @returns undefined when signing isn't set up, or can't be done: see `problem`
   */
  sign(typ: TokenType, payload: object): string | undefined {
    const { key } = this.state;
    return key && signCompact(key.headers[typ], { iss: key.iss, ...payload }, key.privateKey);
  }

  /** The key that the key set has signing, whatever the table of keys says of it. */
  private async findKey(payload: KeySetPayload): Promise<Pick<State, 'key' | 'problem'>> {
    const current = currentKeyOf(payload);
    const row = current && (await this.keys.findByKid(current.kid));
    try {
      const secretKey = this.secretKey.get();
      const privateKey = row?.privateKey && decryptPrivateKey(secretKey, row.kid, row.privateKey);
      if (!privateKey || publicHalf(privateKey).x !== current?.x) return { problem: WRONG_SECRET_KEY.message };
      return { key: { iss: payload.iss, privateKey, headers: headersOf(row.kid) } };
    } catch (error) {
      if (error instanceof ApiError) return { problem: error.message };
      throw error;
    }
  }
}

function headersOf(kid: string): CurrentKey['headers'] {
  const of = (typ: TokenType): string => protectedHeader(typ, kid);
  return {
    'keylink-verdict+jwt': of('keylink-verdict+jwt'),
    'keylink-license+jwt': of('keylink-license+jwt'),
    'keylink-keys+jwt': of('keylink-keys+jwt'),
  };
}
