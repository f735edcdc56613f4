import { Injectable } from '@nestjs/common';
import { notFound } from '../../platform/errors/errors';
import { LICENSE_KEY_NOT_FOUND, LicenseKeysService } from '../license-keys/license-keys.service';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { SeatsService } from '../seats/seats.service';
import type { UsageDto, UsedDeviceDto } from './dto/usage.dto';
import { MOST_DAYS, type UsageQueryDto } from './dto/usage-query.dto';
import { lastDays, type LocalDay } from '../../platform/time-ranges/local-days';
import { UsageSums } from './usage-sums';

/** Most logs per answer, over all keys. */
const MOST_LOGS = 20_000;
const LOGS_A_STATEMENT = 1000;
const MOST_KEYS = 50;
const MOST_DEVICES = 100;
/** Largest difference between the order of logs and of their times. */
const DISORDER_MS = 30_000;

interface Key {
  readonly id: number;
  readonly seats?: number;
  /** Seats may come from the plan. */
  readonly plan?: string;
}

interface Wish {
  /** Whether the caller may see names of devices. */
  readonly seesKeys: boolean;
  readonly isLate: () => boolean;
}

/** Sums up when and from where license keys were used, from their logs. */
@Injectable()
export class UsageService {
  constructor(
    private readonly licenseKeys: LicenseKeysService,
    private readonly logs: LicenseLogsRepository,
    private readonly seats: SeatsService,
  ) {}

  /** @throws {ApiError} 404 for an unknown key */
  async ofKey(id: string, query: UsageQueryDto, wish: Wish): Promise<UsageDto> {
    const keyId = await this.licenseKeys.findId(id);
    if (keyId === undefined) throw notFound(LICENSE_KEY_NOT_FOUND);
    return this.ofKeys([await this.licenseKeys.get(String(keyId))], true, query, wish);
  }

  /** All keys with this `uid`; empty if there are none. */
  async ofCustomer(uid: string, query: UsageQueryDto, wish: Wish): Promise<UsageDto> {
    const { items, next } = await this.licenseKeys.getPage({ uid }, MOST_KEYS, wish.isLate);
    return this.ofKeys(items, next === undefined, query, wish);
  }

  private async ofKeys(
    keys: readonly Key[],
    isComplete: boolean,
    { days: count = MOST_DAYS, tz = 'UTC' }: UsageQueryDto,
    { seesKeys, isLate }: Wish,
  ): Promise<UsageDto> {
    const days = lastDays(count, tz, Date.now());
    const sums = new UsageSums(days);
    const cuts: number[] = [];
    for (const { id } of keys) {
      const cut = await this.addLogs(sums, id, days, Math.ceil(MOST_LOGS / keys.length), isLate);
      if (cut !== undefined) cuts.push(cut);
    }
    const { shown, others } = sums.addresses();
    return {
      from: days[0].from,
      days: days.map(({ day }) => day),
      complete: isComplete && cuts.length === 0,
      since: cuts.length === 0 ? undefined : Math.max(...cuts),
      passed: sums.passed,
      refused: sums.refused,
      devices: seesKeys ? await this.named(sums.devices(), keys) : sums.devices(),
      addresses: shown,
      otherAddresses: others,
    };
  }

  /** @returns since when logs were included, if not all were */
  private async addLogs(
    sums: UsageSums,
    keyId: number,
    [{ from }]: readonly LocalDay[],
    most: number,
    isLate: () => boolean,
  ): Promise<number | undefined> {
    let before: number | undefined;
    for (let looked = 0; looked < most; looked += LOGS_A_STATEMENT) {
      const limit = Math.min(LOGS_A_STATEMENT, most - looked);
      const rows = await this.logs.findNewest(keyId, limit, before);
      for (const row of rows) sums.add(row);
      const last = rows.at(-1);
      if (!last || rows.length < limit || last[2] < from - DISORDER_MS) return undefined;
      before = last[0];
      if (isLate() || looked + limit >= most) return last[2];
    }
    return undefined;
  }

  private async named(used: readonly UsedDeviceDto[], keys: readonly Key[]): Promise<UsedDeviceDto[]> {
    const rows = new Map(used.map((device) => [`${device.key} ${device.id}`, device]));
    for (const { id: key } of keys.filter(({ seats, plan }) => (seats ?? plan) !== undefined)) {
      const { items } = await this.seats.getPage(String(key), { limit: MOST_DEVICES });
      for (const { id, name, hasSeat } of items) {
        const place = `${key} ${id}`;
        const unused: UsedDeviceDto = { key, id, passed: 0, refused: 0, days: [] };
        rows.set(place, Object.assign({}, rows.get(place) ?? unused, { name, hasSeat }));
      }
    }
    return [...rows.values()];
  }
}
