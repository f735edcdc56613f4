import { Injectable } from '@nestjs/common';
import { ApiKeysRepository } from './api-keys.repository';
import { SessionsRepository } from '../sessions/sessions.repository';
import { FormerSecretsRepository } from './former-secrets.repository';

/** How long what was read is believed: a key of another instance's is known within this time. */
const FRESH_MS = 4000;
/** Characters of a hash that are kept of it, 48 bits: a guess meets one of them by chance once in 10^11 tries or more. */
const KEPT = 12;

/**
 * Which secrets may open anything, read all at once while guesses arrive: so a guess costs no query of its own, and a right
 * key from the same address is still told from a wrong one (docs/decisions/011-limits.md).
 */
@Injectable()
export class KnownSecrets {
  private beginnings: Promise<ReadonlySet<number>> | undefined;
  /** By `performance.now()`. */
  private freshUntil = 0;

  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly formerSecrets: FormerSecretsRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /** Whether a secret of this hash may be valid; the database alone says whether it is. */
  async has(hash: string): Promise<boolean> {
    const now = performance.now();
    if (!this.beginnings || now >= this.freshUntil) {
      this.freshUntil = now + FRESH_MS;
      this.beginnings = this.read();
      // Only those who wait for it see the failure.
      this.beginnings.catch(() => this.forget());
    }
    return (await this.beginnings).has(beginningOf(hash));
  }

  /** Everything is read anew: an API key was made or got another secret, or a session was opened. */
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
