import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { invalidField, notFound } from '../../../platform/errors/errors';
import { LICENSE_KEY_NOT_FOUND, LicenseKeysService } from '../../license-keys/license-keys.service';
import type { LoggedCheckFilterDto } from '../dto/logged-check-filter.dto';
import { wantedLabels } from '../logged-check-filter';
import { LiveChecks } from './live-checks';

export const LAST_EVENT_ID_RULE = 'The Last-Event-ID header must be the id of a log record.';

@Injectable()
export class WatchService {
  constructor(
    private readonly licenseKeys: LicenseKeysService,
    private readonly liveChecks: LiveChecks,
  ) {}

  /** @throws {ApiError} 404 for an unknown license key: its checks would never come */
  async watch(
    query: LoggedCheckFilterDto,
    lastEventId: string | undefined,
    request: Request,
    response: Response,
  ): Promise<void> {
    const { key, ip, pid, uid } = query;
    const lastId = readLastEventId(lastEventId);
    const keyId = key === undefined ? undefined : await this.licenseKeys.findId(key);
    if (key !== undefined && keyId === undefined) throw notFound(LICENSE_KEY_NOT_FOUND);
    return this.liveChecks.watch(
      { filter: { keyId, statuses: wantedLabels(query), ip }, pid, uid, lastId },
      request,
      response,
    );
  }
}

/** Browsers send no id, or one they received. */
function readLastEventId(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const id = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) throw invalidField(LAST_EVENT_ID_RULE);
  return id;
}
