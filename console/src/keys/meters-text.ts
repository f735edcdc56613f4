import type { MeterPeriod, Meters } from '../../../src/platform/fields/meters';

const PERIODS: Readonly<Record<MeterPeriod, string>> = {
  day: 'a day',
  month: 'a month',
  monthFromFirstUse: 'a month from the first use',
  total: 'in all',
};
const LIMIT = /^(\d+) +(.*?)(?: *\+ *(\d+) *%)?$/;

export const periodInWords = (period: MeterPeriod): string => PERIODS[period];

/** Meters as they are typed, one in each line: `exports = 500 a month +10%`. */
export const metersLines = (meters: Meters): string =>
  Object.entries(meters)
    .map(
      ([name, { limit, period, overage }]) =>
        `${name} = ${limit} ${periodInWords(period)}${overage ? ` +${overage}%` : ''}`,
    )
    .join('\n');

/** Inverse of `metersLines`. What can't be read goes to the API as it is, whose sentence then says why not. */
export function metersOf(lines: string): Meters {
  const filled = lines.split('\n').filter((line) => line.trim() !== '');
  const entries = filled.map((line) => {
    const [name, ...rest] = line.split('=');
    return [name.trim(), meterOf(rest.join('=').trim())];
  });
  return Object.fromEntries(entries) as Meters;
}

function meterOf(text: string): object | string {
  const [, limit, words, overage] = LIMIT.exec(text) ?? [];
  const [period] = Object.entries(PERIODS).find(([, said]) => said === words) ?? [];
  if (period === undefined) return text;
  return { limit: Number(limit), period, overage: overage === undefined ? undefined : Number(overage) };
}
