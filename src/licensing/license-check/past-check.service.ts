import { Injectable } from '@nestjs/common';
import type { AuditRecord } from '../../access/audit/audit-record.entity';
import { AuditRecordsRepository } from '../../access/audit/audit-records.repository';
import type { Problem } from '../../platform/errors/error-codes';
import { notFound } from '../../platform/errors/errors';
import { DevicesRepository } from '../devices/devices.repository';
import { KeyPlans } from '../license-keys/key-plans';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { LICENSE_KEY_TAGS } from '../license-keys/to-license-key-dto';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { toLicenseLogDto } from '../license-logs/license-logs.service';
import { REPLACED } from '../license-logs/verdict-labels';
import { SeatsService } from '../seats/seats.service';
import { calledDevice, CheckExplanationService } from './check-explanation.service';
import type { ExplanationDto } from './dto/explanation.dto';
import type { PastKeyDto } from './dto/past-check.dto';
import { nextSteps } from './next-steps';
import { changesBeside, keyAt, type PastKey, pastRules, statesAround } from './past-check';

export const LOG_NOT_FOUND: Problem<'log.notFound'> = {
  code: 'log.notFound',
  message: 'There is no such log: it was deleted, or never written.',
};
const RECORDS_A_PAGE = 100;
const MOST_RECORDS = 300;
const MOST_DEVICES = 100;

/** Explains a logged check: why it was answered so, what it would be answered now, and what to do. Writes nothing. */
@Injectable()
export class PastCheckService {
  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly devices: DevicesRepository,
    private readonly keyPlans: KeyPlans,
    private readonly seats: SeatsService,
    private readonly audit: AuditRecordsRepository,
    private readonly explanations: CheckExplanationService,
  ) {}

  /** @throws {ApiError} 404 if there is no such log */
  async explain(id: number): Promise<ExplanationDto> {
    const [row] = await this.logs.findByIds([id]);
    const [key] = row ? await this.licenseKeys.findByIds([row[1]]) : [];
    if (!row || !key) throw notFound(LOG_NOT_FOUND);
    const { status, ip: address, details, product, device: deviceId, required, version } = toLicenseLogDto(row);
    const at = row[2];
    const device = deviceId === undefined ? null : await this.devices.find(key.id, deviceId);
    const asker = { address, takesTestKeys: status !== 'TEST KEY', require: required, version };
    const request = { ...asker, pid: product, device: device ? calledDevice(device) : undefined };
    const records = await this.recordsOf(key.id);
    const now =
      status === REPLACED
        ? await this.explanations.explainReplaced(key, request)
        : await this.explanations.explainAgain(key.id, request, device?.hash);
    const then = keyAt(at, key, records);
    // Plans are only known in their current state.
    const was = { ...then, terms: await this.keyPlans.termsOf(then) };
    const rules = pastRules(status, was, await this.explanations.withRelease(request, was, at), at);
    const states = statesAround(at, now.at, key, records);
    const deviceName = device?.name;
    const asked = { log: id, status, at, address, details, product, deviceId, deviceName, required, version };
    const { items } = await this.seats.getPage(String(key.id), { limit: MOST_DEVICES });
    const seated = items.filter(({ hasSeat }) => hasSeat);
    const changes = changesBeside(at, status, records);
    const neighbours = await this.logs.findBeside(key.id, id);
    const past = { ...asked, rules, licenseKey: toPastKey(was), states, ...neighbours, ...changes };
    const [{ seats }] = await this.keyPlans.limited([key]);
    const seatedDevices = seats === null ? undefined : seated;
    const licenseKeyTag = now.licenseKey && LICENSE_KEY_TAGS.of(now.licenseKey);
    return Object.assign(now, { licenseKeyTag, past, seatedDevices, nextSteps: nextSteps(now, seated) });
  }

  /** The newest changes of a key, newest first. */
  private async recordsOf(targetId: number): Promise<AuditRecord[]> {
    const records: AuditRecord[] = [];
    for await (const { items } of this.audit.search({ targetType: 'licenseKey', targetId }, RECORDS_A_PAGE)) {
      records.push(...items);
      if (records.length >= MOST_RECORDS) break;
    }
    return records;
  }
}

function toPastKey({ product, ip, status, disabled, expiresAt, seats }: PastKey): PastKeyDto {
  return { product, ip, status, disabled, expiresAt: expiresAt ?? undefined, seats: seats ?? undefined };
}
