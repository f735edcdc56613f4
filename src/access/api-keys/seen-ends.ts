import { Injectable } from '@nestjs/common';
import { databaseFault } from '../../platform/database/database-errors';
import type { ApiKey } from './api-key.entity';
import type { FormerSecret } from './former-secret.entity';
import { FormerSecretsRepository } from './former-secrets.repository';

/** A clock that was moved by more than this since the start is not believed to end an API key for good. */
const MOVED_MS = 60 * 60 * 1000;

const clockOffset = (): number => Date.now() - performance.now();
const offsetAtStart = clockOffset();

/** Remembers ends of API keys that were seen to have passed: they stay so, whatever the clock says later (decision 040). */
@Injectable()
export class SeenEnds {
  constructor(private readonly formerSecrets: FormerSecretsRepository) {}

  /**
   * Whether the end of an API key has passed: by the clock, or because it was seen to have passed before.
   * @param formerSecrets those of a transaction, within one
   */
  async hasEnded({ hash, expiresAt }: ApiKey, now: number, formerSecrets = this.formerSecrets): Promise<boolean> {
    if (expiresAt === null) return false;
    return expiresAt <= now || formerSecrets.hasEndOf(hash, expiresAt);
  }

  /** Notes that the end of an API key was seen to have passed. */
  async noteEnd({ id, hash, expiresAt }: ApiKey): Promise<void> {
    if (expiresAt === null || !isClockSteady()) return;
    try {
      await this.formerSecrets.insertEnd(id, hash, expiresAt);
    } catch (error) {
      // Seen by another request or instance at the same moment.
      if (databaseFault(error) !== 'duplicate') throw error;
    }
  }

  /** Notes that the grace of a former secret was seen to be over. */
  async noteGraceOver({ id }: FormerSecret): Promise<void> {
    if (isClockSteady()) await this.formerSecrets.end(id);
  }
}

function isClockSteady(): boolean {
  return Math.abs(clockOffset() - offsetAtStart) < MOVED_MS;
}
