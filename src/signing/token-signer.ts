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

/** Example for an instance that can't sign although signing is set up. */
export const NOT_READY: Problem<'signing.notReady'> = { code: 'signing.notReady', message: WRONG_SECRET_KEY.message };

export const RESTORED: Problem<'signing.restored'> = {
  code: 'signing.restored',
  message:
    'The database has an older key set than it had: it was restored from a backup. Run "keylink restored", so that no version is published twice.',
};

interface CurrentKey {
  readonly iss: string;
  readonly privateKey: KeyObject;
  readonly headers: Readonly<Record<TokenType, string>>;
}

interface State {
  /** 0 without a key set. */
  readonly version: number;
  /** In seconds since the Unix epoch. */
  readonly exp?: number;
  readonly key?: CurrentKey;
  /** Why nothing is signed; undefined if signing works. */
  readonly problem?: string;
}

/** Signs with the latest key set's signing key, kept decrypted in memory. */
@Injectable()
export class TokenSigner {
  private state: State = { version: 0, problem: NOT_SET_UP.message };
  private found = 0;

  constructor(
    private readonly keySets: KeySetsRepository,
    private readonly keys: SigningKeysRepository,
    private readonly secretKey: SecretKey,
  ) {}

  get problem(): string | undefined {
    return this.state.problem;
  }

  get version(): number {
    return this.state.version;
  }

  /** Whether the database now has an older key set than before. */
  get isRestored(): boolean {
    return this.found < this.state.version;
  }

  /** In seconds since the Unix epoch. */
  get keySetEnd(): number | undefined {
    return this.state.exp;
  }

  /** Switches to the latest key set's signing key. */
  async refresh(): Promise<void> {
    const latest = await this.keySets.findLatest();
    this.found = latest?.version ?? 0;
    const { version, problem } = this.state;
    if (!latest || (latest.version === version && problem === undefined)) return;
    const payload = readKeySet(latest);
    const found = await this.findKey(payload);
    // The next key set may have retired the key meanwhile.
    if (found.problem !== undefined && (await this.keySets.findLatest())?.version !== latest.version)
      return this.refresh();
    // Refreshes may overtake each other.
    if (latest.version >= this.state.version) this.state = { version: latest.version, exp: payload.exp, ...found };
  }

  /** Adds `iss` and signs. @returns undefined if signing is unavailable: see `problem` */
  sign(typ: TokenType, payload: object): string | undefined {
    const { key } = this.state;
    return key && signCompact(key.headers[typ], { iss: key.iss, ...payload }, key.privateKey);
  }

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
    'keylink-backup+jwt': of('keylink-backup+jwt'),
  };
}
