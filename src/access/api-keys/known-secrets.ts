import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, MoreThan } from 'typeorm';
import { ApiKey } from './api-key.entity';
import { FormerSecret } from './former-secret.entity';

/** How long what was read is believed: a key of another instance's is known within this time. */
const FRESH_MS = 4000;
/** Characters of a hash that are kept of it, 48 bits: a guess meets one of them by chance once in 10^11 tries or more. */
const KEPT = 12;

/**
 * Which secrets may open anything, read all at once while somebody guesses: so a guess costs no query of its own, and a right
 * key from the same address is still told from a wrong one (docs/decisions/011-limits.md).
 */
@Injectable()
export class KnownSecrets {
  private beginnings: Promise<ReadonlySet<number>> | undefined;
  /** By `performance.now()`. */
  private freshUntil = 0;

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Whether a secret of this hash may be valid; the database alone says whether it is. */
  async has(hash: string): Promise<boolean> {
    const now = performance.now();
    if (!this.beginnings || now >= this.freshUntil) {
      this.freshUntil = now + FRESH_MS;
      this.beginnings = this.read();
      // A failure is told to those who wait for it, and to nobody after them.
      this.beginnings.catch(() => this.forget());
    }
    return (await this.beginnings).has(beginningOf(hash));
  }

  /** Everything is read anew: an API key was made or got another secret. */
  forget(): void {
    this.beginnings = undefined;
  }

  private async read(): Promise<ReadonlySet<number>> {
    const { manager } = this.dataSource;
    const now = Date.now();
    const select = { hash: true };
    const current = await manager.find(ApiKey, {
      select,
      where: [IsNull(), MoreThan(now)].map((expiresAt) => ({ revokedAt: IsNull(), expiresAt })),
    });
    const former = await manager.find(FormerSecret, { select, where: { validUntil: MoreThan(now) } });
    return new Set([...current, ...former].map(({ hash }) => beginningOf(hash)));
  }
}

function beginningOf(hash: string): number {
  return Number.parseInt(hash.slice(0, KEPT), 16);
}
