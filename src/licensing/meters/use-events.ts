import { Injectable } from '@nestjs/common';
import type { Decision, Step } from '../../platform/database/statement-runner';
import { EventsRepository } from '../../platform/events/events.repository';
import type { EventSource, EventType } from '../../platform/events/event-types';
import { aboutLicenseKey, BY_CLIENT, begunEvent, LicenseKeyEventDto } from '../license-keys/license-key-events';
import { type LicenseKeyRow, toLicenseKey } from '../license-keys/license-key-row';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import type { UseJudgements } from './use-judgements';

class ReachedMeterDto {
  /** Its name. @example "exports" */
  name: string;

  /** How many uses a period may have. @example 500 */
  limit: number;

  /** `day`, `month`, `monthFromFirstUse` or `total`. @example "month" */
  period: string;

  /** How many uses are counted in this period now. @example 500 */
  used: number;

  /** When the period began, in milliseconds since the Unix epoch. @example 1764547200000 */
  startsAt: number;

  /** When the next one begins, in milliseconds since the Unix epoch; absent if it never does. @example 1767225600000 */
  resetsAt?: number;
}

class LimitReachedEventDto extends LicenseKeyEventDto {
  /** The meter. @example { "name": "exports", "limit": 500, "period": "month", "used": 500, "startsAt": 1764547200000, "resetsAt": 1767225600000 } */
  meter: ReachedMeterDto;
}

const LIMIT_REACHED: EventType = {
  name: 'uses.limitReached',
  when: 'A license key came to the limit of a meter; told once a period, also if the meter has an overage.',
  data: LimitReachedEventDto,
};

export const USE_EVENTS: EventSource = { targetType: 'use', types: [LIMIT_REACHED] };

/** The events that uses make: a limit that is reached, and the time of a plan that begins. */
@Injectable()
export class UseEvents {
  constructor(
    private readonly keys: LicenseKeysRepository,
    private readonly events: EventsRepository,
  ) {}

  /** Adds what followers are told to a batch's writes; most batches tell nothing, and cost nothing. */
  tell<Result>({ reached, begun, now: at }: UseJudgements, { writes, result }: Decision<Result>): Step<Result> {
    const ids = [...new Set([...begun.keys(), ...reached.map(({ keyId }) => keyId)])];
    if (ids.length === 0) return { writes, result };
    return {
      reads: [this.keys.wholeLookUp(ids)],
      proceed: ([rows]) => {
        const keys = new Map(rows.map((row) => toLicenseKey(row as LicenseKeyRow)).map((key) => [key.id, key]));
        const shown = (id: number) => {
          const end = begun.get(id);
          return toLicenseKeyDto(Object.assign({}, keys.get(id)!, end === undefined ? {} : { ...end, starts: null }));
        };
        const told = [
          ...Array.from(begun.keys(), (id) => begunEvent(shown(id))),
          ...reached.map(({ keyId, name, meter: { limit, period: kind }, period: { startsAt }, used, resetsAt }) => {
            const licenseKey = shown(keyId);
            const meter = { name, limit, period: kind, used, startsAt, resetsAt };
            return {
              type: LIMIT_REACHED.name,
              targetId: keyId,
              ...aboutLicenseKey(licenseKey),
              data: { licenseKey, meter },
            };
          }),
        ];
        const events = this.events.appending(told.map((each) => ({ ...each, ...BY_CLIENT, at })));
        return { writes: [...writes, ...events], result };
      },
    };
  }
}
