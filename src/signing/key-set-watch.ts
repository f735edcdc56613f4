import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { LogFolding } from '../platform/database/embedded/log-folding';
import { Jobs } from '../platform/jobs/jobs';
import { Metrics } from '../platform/metrics/metrics';
import { SigningKeysRepository } from './signing-keys.repository';
import { NOT_SET_UP, RESTORED, TokenSigner } from './token-signer';

/** How soon an instance notices another's new or revoked signing key, in milliseconds. */
const EVERY_MS = 4000;

/** Keeps the signing key in memory up to date with the latest key set. */
@Injectable()
export class KeySetWatch {
  private readonly logger = new Logger('Signing');
  private told: string | undefined = NOT_SET_UP.message;
  private hasToldRestore = false;
  private held = '';

  constructor(
    jobs: Jobs,
    private readonly signer: TokenSigner,
    private readonly keys: SigningKeysRepository,
    private readonly folding: LogFolding,
    { registry }: Metrics,
  ) {
    jobs.add({
      name: 'key-set-watch',
      everyMs: EVERY_MS,
      longestMs: 10_000,
      doneBy: 'each instance',
      isFirst: true,
      failure: 'Key sets could not be looked for.',
      run: () => this.look(),
    });
    registry.registerMetric(secondsLeft(signer));
  }

  /** Requests report database failures; signing goes on meanwhile. */
  private async look(): Promise<void> {
    try {
      await this.signer.refresh();
      if (this.folding.isNeeded) await this.clearLog();
    } catch (error) {
      this.logger.debug(`The key sets could not be read: ${String(error)}`);
    }
    const { problem } = this.signer;
    if (problem !== undefined && problem !== this.told) this.logger.error(`Nothing is signed. ${problem}`);
    if (problem === undefined && this.told !== undefined && this.told !== NOT_SET_UP.message) {
      this.logger.log('Answers and licenses are signed again.');
    }
    this.told = problem;
    if (this.signer.isRestored && !this.hasToldRestore) this.logger.error(RESTORED.message);
    this.hasToldRestore = this.signer.isRestored;
  }

  /** A removed private key remains in the embedded database's write-ahead log until that is folded. */
  private async clearLog(): Promise<void> {
    const held = (await this.keys.findHeld()).join();
    if (held === this.held || (await this.folding.fold())) this.held = held;
  }
}

function secondsLeft(signer: TokenSigner): Gauge {
  return new Gauge({
    name: 'keylink_key_set_seconds_left',
    aggregator: 'min',
    help: 'How long the key set still holds; clients believe nothing any more when it has ended. Absent while signing is not set up.',
    registers: [],
    collect() {
      const { keySetEnd } = signer;
      if (keySetEnd !== undefined) this.set(keySetEnd - Math.floor(Date.now() / 1000));
      else this.remove();
    },
  });
}
