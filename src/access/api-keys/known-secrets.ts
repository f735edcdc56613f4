import { Injectable } from '@nestjs/common';
import { ApiKeysRepository } from './api-keys.repository';
import { SessionsRepository } from '../sessions/sessions.repository';
import { FormerSecretsRepository } from './former-secrets.repository';

/** How long the hashes are trusted: keys of other instances become known within this time. */
const FRESH_MS = 4000;
/** Hexadecimal digits kept per hash, 48 bits: a guess matches by chance at most once in 10^11 tries. */
const KEPT = 12;

/** Hashes of all usable secrets, read at once, so that guesses cost no query each (decision 011). */
@Injectable()
export class KnownSecrets {
  private beginnings: Promise<ReadonlySet<number>> | undefined;
  private freshUntil = 0;

  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly formerSecrets: FormerSecretsRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /** Whether the secret may be valid; only the database decides. */
  async has(hash: string): Promise<boolean> {
    const now = performance.now();
    if (!this.beginnings || now >= this.freshUntil) {
      this.freshUntil = now + FRESH_MS;
      this.beginnings = this.read();
      // Callers waiting for it see the failure.
      this.beginnings.catch(() => this.forget());
    }
    return (await this.beginnings).has(beginningOf(hash));
  }

  /** To be called when a secret was created or a session opened. */
  forget(): void {
    this.beginnings = undefined;
  }

  private async read(): Promise<ReadonlySet<number>> {
    const now = Date.now();
    const current = await this.apiKeys.findUsableHashes(now);
    const former = await this.formerSecrets.findUsableHashes(now);
    const sessions = await this.sessions.findHashes();
    return new Set([...current, ...former, ...sessions].map(beginningOf));
  }
}

function beginningOf(hash: string): number {
  return Number.parseInt(hash.slice(0, KEPT), 16);
}
