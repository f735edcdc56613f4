import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { licenseFile } from '../../licensing/offline-licenses/license-file';
import { Metrics } from '../../platform/metrics/metrics';
import { KeySetChain } from '../../signing/key-set-chain';
import { KeyActionsService } from '../acts/key-actions.service';
import type { CurrentCustomer } from '../sessions/portal-sessions.service';
import type { Visit } from '../visits/visits.service';
import { licensePage } from './offline-cards';
import { PageSender } from './page-sender';

interface Wanted {
  /** Record id of the license key, as it was sent. */
  readonly id: string;
  readonly code: string;
  readonly isFile: boolean;
}

/** Answers a request code with an offline license, shown or as a file. */
@Injectable()
export class LicenseAnswer {
  constructor(
    private readonly actions: KeyActionsService,
    private readonly keySets: KeySetChain,
    private readonly metrics: Metrics,
    private readonly sender: PageSender,
  ) {}

  /** @throws {ApiError} as `KeyActionsService.issueLicense` */
  async send(response: Response, visit: Visit, customer: CurrentCustomer, { id, code, isFile }: Wanted): Promise<void> {
    const { license } = await this.actions.issueLicense(customer, id, code, isFile, response.req);
    this.metrics.countSignature('license');
    if (!isFile)
      return this.sender.send(response, visit, (texts, { path }) => licensePage(texts, path, Number(id), license));
    const file = licenseFile(await this.keySets.read(), license);
    response.status(200).set('Cache-Control', 'no-store').type('text/plain').attachment('license.txt').send(file);
  }
}
