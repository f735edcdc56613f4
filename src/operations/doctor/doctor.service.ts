import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/settings/settings';
import { ApiKeysCheck } from './api-keys-check';
import { DatabaseChecks } from './database-checks';
import { explain } from './explain';
import type { Finding } from './finding';
import { JobsCheck } from './jobs-check';
import { MailCheck } from './mail-check';
import { MetersCheck } from './meters-check';
import { SalesCheck } from './sales-check';
import { checkRedis } from './redis-check';
import { SearchCheck } from './search-check';
import { type Example, settingsFindings } from './settings-findings';
import { SigningCheck } from './signing-check';
import { WebhooksCheck } from './webhooks-check';

/** Limit for all database checks together. */
const PATIENCE_MS = 4000;

interface Examination {
  readonly findings: Finding[];
  readonly end: Promise<void>;
}

@Injectable()
export class DoctorService {
  /** Simultaneous callers share one run. */
  private underWay: Examination | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly database: DatabaseChecks,
    private readonly apiKeys: ApiKeysCheck,
    private readonly signing: SigningCheck,
    private readonly jobs: JobsCheck,
    private readonly search: SearchCheck,
    private readonly webhooks: WebhooksCheck,
    private readonly mail: MailCheck,
    private readonly sales: SalesCheck,
    private readonly meters: MetersCheck,
  ) {}

  /** @param example the request whose address is judged */
  async examine(example: Example): Promise<Finding[]> {
    const { redisUrl } = this.settings;
    const redis = redisUrl === undefined ? [] : [checkRedis(redisUrl)];
    const [database, ...others] = await Promise.all([this.examineDatabase(), ...redis]);
    return [...settingsFindings(this.settings, example), ...database, ...others];
  }

  private async examineDatabase(): Promise<readonly Finding[]> {
    this.underWay ??= this.begin();
    const { findings, end } = this.underWay;
    const patience = new AbortController();
    const late = sleep(PATIENCE_MS, 'late', { signal: patience.signal }).catch(() => undefined);
    const outcome = await Promise.race([end, late]);
    patience.abort();
    if (outcome !== 'late') return findings;
    const message = `has not answered for ${PATIENCE_MS / 1000} seconds.`;
    return [...findings, { check: 'database', status: 'failed', message }];
  }

  private begin(): Examination {
    const findings: Finding[] = [];
    const end = this.collect(findings).finally(() => (this.underWay = undefined));
    return { findings, end };
  }

  private async collect(findings: Finding[]): Promise<void> {
    try {
      for await (const finding of this.database.findings()) findings.push(finding);
      findings.push(await this.apiKeys.finding(), await this.signing.finding(), await this.jobs.finding());
      findings.push(await this.search.finding(), await this.webhooks.finding(), ...(await this.mail.findings()));
      findings.push(...(await this.sales.findings()), ...(await this.meters.findings()));
    } catch (error) {
      findings.push({ check: 'database', status: 'failed', message: explain(error) });
    }
  }
}
