import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { GroupCommit } from '../../platform/database/group-commit/group-commit';
import { notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import type { Trace } from '../../platform/telemetry/trace';
import { Metrics } from '../../platform/metrics/metrics';
import { nameOf } from '../license-keys/key-reference';
import { LICENSE_KEY_NOT_FOUND, LicenseKeysService } from '../license-keys/license-keys.service';
import { toUseDto, toUses, UsesRepository } from '../uses/uses.repository';
import type { ListUsesDto } from './dto/use.dto';
import type { UseDto } from '../uses/dto/use.dto';
import { UseBatch } from './use-batch';
import type { UseRequest } from './use-judgements';
import type { UseVerdict } from './use-verdict';

const DEFAULT_LIMIT = 100;

/** Counts uses of license keys; those that arrive together are committed together. */
@Injectable()
export class UsesService implements OnApplicationShutdown {
  private readonly commits: GroupCommit<UseRequest, UseVerdict>;

  constructor(
    batch: UseBatch,
    private readonly uses: UsesRepository,
    private readonly licenseKeys: LicenseKeysService,
    metrics: Metrics,
  ) {
    this.commits = new GroupCommit((requests) => batch.commit(requests), {
      concurrency: batch.concurrency,
      observer: metrics.commitObserver('uses'),
      holdable: {
        nameOf: ({ reference }) => nameOf(reference),
        commitFree: (requests) => batch.commitFree(requests),
      },
    });
  }

  /** In order. @returns the verdicts, once all accepted uses are on disk */
  use(requests: readonly UseRequest[], trace?: Trace): Promise<UseVerdict[]> {
    return Promise.all(requests.map((request) => this.commits.submit(request, trace)));
  }

  /** Newest first; `next` is the next page's `before`, if any. @throws {ApiError} 404 if there is no such license key */
  async getPage(id: string, { limit = DEFAULT_LIMIT, before }: ListUsesDto): Promise<Page<UseDto>> {
    const keyId = await this.licenseKeys.findId(id);
    if (keyId === undefined) throw notFound(LICENSE_KEY_NOT_FOUND);
    return toPage(toUses(await this.uses.findNewest(keyId, limit + 1, before)), limit, toUseDto);
  }

  onApplicationShutdown(): Promise<void> {
    return this.commits.drain();
  }
}
