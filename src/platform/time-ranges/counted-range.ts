import type { Problem } from '../errors/error-codes';
import { badRequest } from '../errors/errors';
import type { CountedRangeDto, Unit } from './dto/counted-range.dto';
import { DAY_MS, HOUR_MS, startOf } from './spans';

/** Whole hours or days; times in milliseconds since the Unix epoch. */
interface CountedRange {
  readonly by: Unit;
  readonly span: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

const SPANS = {
  hour: { span: HOUR_MS, longest: 92 * DAY_MS, usual: 24 * HOUR_MS },
  day: { span: DAY_MS, longest: 1827 * DAY_MS, usual: 30 * DAY_MS },
};

export const RANGE_RULE: Problem<'range.invalid'> = { code: 'range.invalid', message: 'from must be before to.' };
export const TOO_LONG: Problem<'range.invalid'> = {
  code: 'range.invalid',
  message: 'The range is too long: at most 92 days by the hour, 5 years by the day.',
};

/** @throws {ApiError} 400 for an empty or too long range */
export function readRange({ from, to = Date.now(), by = 'hour' }: CountedRangeDto): CountedRange {
  const { span, longest, usual } = SPANS[by];
  const end = to % span === 0 ? to : startOf(to, span) + span;
  const start = startOf(from ?? Math.max(0, end - usual), span);
  if ((from ?? start) >= to) throw badRequest(RANGE_RULE);
  if (end - start > longest) throw badRequest(TOO_LONG);
  return { by, span, from: start, to: end };
}
