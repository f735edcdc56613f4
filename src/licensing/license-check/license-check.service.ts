import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GroupCommit } from '../../platform/database/group-commit/group-commit';
import { VerdictSigner } from '../../signing/verdict-signer';
import type { Trace } from '../../platform/telemetry/trace';
import { Metrics } from '../../platform/metrics/metrics';
import { nameOf } from '../license-keys/key-reference';
import { CheckBatch } from './check-batch';
import type { CheckRequest, JudgedCheck } from './judgements';
import type { Verdict } from './verdict';

/** Answers checks; those that arrive together are committed together. */
@Injectable()
export class LicenseCheckService implements OnApplicationShutdown {
  private readonly commits: GroupCommit<CheckRequest, JudgedCheck>;

  constructor(
    batch: CheckBatch,
    private readonly signer: VerdictSigner,
    private readonly metrics: Metrics,
  ) {
    this.commits = new GroupCommit((requests) => batch.commit(requests), {
      concurrency: batch.concurrency,
      observer: metrics.commitObserver('checks'),
      holdable: {
        nameOf: ({ reference }) => nameOf(reference),
        commitFree: (requests) => batch.commitFree(requests),
      },
    });
  }

  /** @returns the verdict, once it and its log are on disk */
  async check(request: CheckRequest, trace?: Trace): Promise<Verdict> {
    const judged = await this.commits.submit(request, trace);
    const { verdict } = judged;
    if (!request.isRelease) this.metrics.countCheck(verdict.status);
    return request.nonce === undefined ? verdict : this.sign(request, request.nonce, judged);
  }

  /** After the commit, so that no transaction waits for signatures. */
  private sign(request: CheckRequest, nonce: string, { verdict, key, at }: JudgedCheck): Verdict {
    const { status, pass, proId, device, graceUntil, entitlements, newestCovered, test } = verdict;
    const product = typeof request.pid === 'object' ? proId : (request.pid ?? key?.product);
    const subject = { key: request.sentKey, product, device: request.device };
    const ends = { expiresAt: key?.expiresAt, leaseUntil: device?.leaseUntil, graceUntil };
    const content = { entitlements, version: request.version, newestCovered, test };
    const signed = this.signer.sign({ nonce, status, pass, ...subject, ...ends, ...content }, at);
    return signed === undefined ? verdict : { ...verdict, signed };
  }

  onApplicationShutdown(): Promise<void> {
    return this.commits.drain();
  }
}
