import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../platform/errors/errors';
import { protectedHeader, signCompact, type TokenType } from './jws';
import { decryptPrivateKey } from './key-encryption';
import { readKeySet } from './key-set-payload';
import { KeySetsRepository } from './key-sets.repository';
import { WRONG_SECRET_KEY } from './root-key';
import { SecretKey } from './secret-key';
import { SigningKeysRepository } from './signing-keys.repository';

export const NOT_SET_UP = 'Signing is not set up; do so once with "keylink signing init" or POST /api/signing.';

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
  private state: State = { version: 0, problem: NOT_SET_UP };

  constructor(
    private readonly keySets: KeySetsRepository,
    private readonly keys: SigningKeysRepository,
    private readonly secretKey: SecretKey,
  ) {}

  /** Why nothing is signed, in a sentence for operators; undefined when it is. */
  get problem(): string | undefined {
    return this.state.problem;
  }

  /** Until when the latest key set holds, in seconds since the Unix epoch; undefined when there is none. */
  get keySetEnd(): number | undefined {
    return this.state.exp;
  }

  /** Looks whether there is another key set, and takes its signing key. */
  async refresh(): Promise<void> {
    const latest = await this.keySets.findLatest();
    const { version, problem } = this.state;
    if (!latest || (latest.version === version && problem === undefined)) return;
    const { iss, exp } = readKeySet(latest);
    const found = await this.findKey(iss);
    // Two looks may overtake each other.
    if (latest.version >= this.state.version) this.state = { version: latest.version, exp, ...found };
  }

  /**
   * Signs at once what a verdict or license says, below who issues it.
   * @returns undefined when signing isn't set up, or can't be done: see `problem`
   */
  sign(typ: TokenType, payload: object): string | undefined {
    const { key } = this.state;
    return key && signCompact(key.headers[typ], { iss: key.iss, ...payload }, key.privateKey);
  }

  private async findKey(iss: string): Promise<Pick<State, 'key' | 'problem'>> {
    const current = await this.keys.findCurrent('signing');
    try {
      const secretKey = this.secretKey.get();
      const privateKey = current?.privateKey && decryptPrivateKey(secretKey, current.kid, current.privateKey);
      if (!privateKey) return { problem: WRONG_SECRET_KEY };
      return { key: { iss, privateKey, headers: headersOf(current.kid) } };
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
