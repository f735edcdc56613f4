import { Injectable } from '@nestjs/common';
import { unavailable } from '../../platform/errors/errors';
import { readRange } from '../../platform/time-ranges/counted-range';
import type { CountedRangeDto } from '../../platform/time-ranges/dto/counted-range.dto';
import { startOf } from '../../platform/time-ranges/spans';
import type { VisitCountsDto } from './dto/visit-counts.dto';
import { VisitCounter } from './visit-counter';
import { VisitCountsRepository } from './visit-counts.repository';

@Injectable()
export class VisitStatsService {
  constructor(
    private readonly counts: VisitCountsRepository,
    private readonly counter: VisitCounter,
  ) {}

  /** @param isLate whether the client has given up by now @throws {ApiError} 400 for an invalid or too long range */
  async countVisits(query: CountedRangeDto, isLate: () => boolean): Promise<VisitCountsDto> {
    const { by, span, from, to } = readRange(query);
    // Read first, so that the counts include at least everything up to it.
    const upTo = await this.counter.countedUpTo();
    const rows = new Map<number, number>();
    for await (const hours of this.counts.read(from, to)) {
      for (const { startsAt, visits } of hours) {
        const at = startOf(startsAt, span);
        rows.set(at, (rows.get(at) ?? 0) + visits);
      }
      if (isLate()) throw unavailable();
    }
    return { by, from, to, upTo, rows: [...rows].map(([at, count]) => ({ at, count })) };
  }
}
