import { type EntityManager, MoreThanOrEqual } from 'typeorm';
import { databaseFault } from '../../platform/database/database-errors';
import type { ApiKey } from './api-key.entity';
import { FormerSecret } from './former-secret.entity';

/** A clock that was moved by more than this since the start is not believed to end an API key for good. */
const MOVED_MS = 60 * 60 * 1000;

const clockOffset = (): number => Date.now() - performance.now();
const offsetAtStart = clockOffset();

/**
 * Whether the end of this API key has passed: by the clock, or because it was seen to have passed before, whatever the clock
 * says now (decision 040).
 */
export async function hasEnded(manager: EntityManager, { hash, expiresAt }: ApiKey, now: number): Promise<boolean> {
  if (expiresAt === null) return false;
  return expiresAt <= now || manager.existsBy(FormerSecret, { hash, validUntil: MoreThanOrEqual(expiresAt) });
}

/** Notes that the end of an API key was seen to have passed: by its secret, as of one that it had until then. */
export async function noteEnd(manager: EntityManager, { id, hash, expiresAt }: ApiKey): Promise<void> {
  if (expiresAt === null || !isClockSteady()) return;
  const { affected } = await manager.update(FormerSecret, { hash }, { validUntil: expiresAt });
  if (affected) return;
  try {
    await manager.insert(FormerSecret, { apiKeyId: id, hash, validUntil: expiresAt });
  } catch (error) {
    // Seen by another request or instance at the same moment.
    if (databaseFault(error) !== 'duplicate') throw error;
  }
}

/** Notes that the grace of a former secret was seen to be over. */
export async function noteGraceOver(manager: EntityManager, { id }: FormerSecret): Promise<void> {
  if (isClockSteady()) await manager.update(FormerSecret, { id }, { validUntil: 0 });
}

function isClockSteady(): boolean {
  return Math.abs(clockOffset() - offsetAtStart) < MOVED_MS;
}
