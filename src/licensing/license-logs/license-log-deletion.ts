import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { StatementRunner } from '../../platform/database/statement-runner';
import { stopping } from '../../platform/errors/errors';
import { LicenseLogsRepository } from './license-logs.repository';

/** What a portion shall take, in milliseconds; its size follows from that. Such a wait goes unnoticed. */
const PORTION_MS = 15;
/** And on a server, where it holds up nothing, and each commit costs some time. */
const SERVER_PORTION_MS = 150;
const FIRST_LOGS = 500;
const LEAST_LOGS = 200;
const MOST_LOGS = 10_000;
/** The pause after a portion, as a multiple of its duration. */
const REST_FACTOR = 0.5;

const DELETION_STOPPED = 'The service is stopping; send the request again to finish the deletion.';

/**
 * Deletes the logs of license keys before the keys themselves, in portions of their own transactions and with rests
 * between them: on the embedded database everybody else waits for a transaction's end (docs/decisions/044-deleting-a-key.md).
 */
@Injectable()
export class LicenseLogDeletion implements BeforeApplicationShutdown {
  /** By record id of the key: another request for the same deletion waits for this one, instead of getting in its way. */
  private readonly underWay = new Map<number, Promise<void>>();
  private isStopping = false;

  private readonly portionMs: number;

  constructor(
    private readonly logs: LicenseLogsRepository,
    { isShared }: StatementRunner,
  ) {
    this.portionMs = isShared ? SERVER_PORTION_MS : PORTION_MS;
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  /**
   * Deletes all logs of a key but for the last few, which leave with the key by its foreign key.
   * @throws {ApiError} 503 when the service ends before that
   */
  run(keyId: number): Promise<void> {
    const other = this.underWay.get(keyId);
    if (other) return other;
    const deletion = this.deletePortions(keyId).finally(() => this.underWay.delete(keyId));
    this.underWay.set(keyId, deletion);
    return deletion;
  }

  private async deletePortions(keyId: number): Promise<void> {
    let size = FIRST_LOGS;
    for (;;) {
      const start = performance.now();
      const last = await this.logs.findEndOfOldest(keyId, size);
      if (last === undefined) return;
      if (this.isStopping) throw stopping(DELETION_STOPPED);
      await this.logs.deleteOfKey(keyId, last);
      const took = performance.now() - start;
      const fitting = Math.min(2 * size, Math.round((size * this.portionMs) / took));
      size = Math.max(LEAST_LOGS, Math.min(MOST_LOGS, fitting));
      await sleep(took * REST_FACTOR);
    }
  }
}
