import { Injectable } from '@nestjs/common';
import { MeterCountsRepository, type WrongCount } from '../../licensing/uses/meter-counts.repository';
import { UsesRepository } from '../../licensing/uses/uses.repository';
import type { Finding } from './finding';

/** License keys whose meters are compared. */
const SAMPLE = 50;
const TOLD = 3;

/** Whether the counts of meters match the recorded uses. */
@Injectable()
export class MetersCheck {
  constructor(
    private readonly counts: MeterCountsRepository,
    private readonly uses: UsesRepository,
  ) {}

  /** Empty before the first use. */
  async findings(): Promise<Finding[]> {
    const spare = Math.max(0, (await this.counts.findGreatestKey()) - SAMPLE);
    const keyIds = await this.counts.findKeys(Math.floor(Math.random() * (spare + 1)), SAMPLE);
    if (keyIds.length === 0) return [];
    const wrong = await this.counts.findWrong(keyIds, this.uses.sumsByDay(keyIds), this.uses.completeSince(keyIds));
    if (wrong.length === 0) {
      const message = `the counts of ${keyIds.length === 1 ? '1 license key' : `${keyIds.length} license keys`} compared, all add up.`;
      return [{ check: 'meters', status: 'ok', message }];
    }
    const told = wrong.slice(0, TOLD).map(inWords).join('; ') + (wrong.length > TOLD ? '; …' : '');
    return [{ check: 'meters', status: 'failed', message: `${told}. Somebody else may have changed the database.` }];
  }
}

const inWords = ({ keyId, meter, period, used, sum }: WrongCount): string =>
  period === 'all'
    ? `"${meter}" of license key ${keyId} has counted ${used} in all, but its days add up to ${sum}`
    : `"${meter}" of license key ${keyId} has counted ${used} on ${period}, but its uses add up to ${sum}`;
