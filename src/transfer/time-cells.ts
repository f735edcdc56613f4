import { readTime, TIME_EXAMPLES, EARLIEST, secondsProblem } from '../platform/validation/read-time';
import { type Column, DATE_ORDERS, type DateOrder } from './columns';

export const isTimeColumn = ({ type }: Column): boolean => type === 'time' || type === 'timeText';

/** Refuses numbers before 2001, which were meant as seconds. @returns milliseconds, or a sentence about the problem */
export function readTimeCell(text: string, { name }: Column, order?: DateOrder): number | string {
  const isNumber = /^\d{1,16}$/.test(text);
  const [dayFirst, monthFirst] = DATE_ORDERS.map((each) => readWrittenDate(text, order ?? each));
  if (dayFirst !== monthFirst)
    return `${name} ${text} may begin with the day or the month: say which by dates=dmy or dates=mdy (on the command line --dates).`;
  const time = isNumber ? Number(text) : (readTime(text) ?? dayFirst);
  if (time === undefined) return `${name} must be ${TIME_EXAMPLES}, or milliseconds since the Unix epoch.`;
  if (!isNumber || time === 0 || time >= EARLIEST) return time;
  return secondsProblem(name, time) ?? `${name} ${time} is before 2001: write it as a date, ${toDate(time)}.`;
}

/** `31.12.2027`, or `12/31/2027` if the order is known; either with a time of day in UTC: `31.12.2027 14:30`. */
const WRITTEN = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})(?:,? +(\d{1,2}:\d\d(?::\d\d)?))?$/;

/** Parses common forms of dates. Undefined for anything else, and for dates that don't exist. */
function readWrittenDate(text: string, order: DateOrder): number | undefined {
  const match = WRITTEN.exec(text.trim());
  if (!match) return undefined;
  const [, first, separator, second, year, clock] = match;
  const isDayFirst = separator === '.' || order === 'dmy';
  const [day, month] = (isDayFirst ? [first, second] : [second, first]).map((part) => part.padStart(2, '0'));
  return readTime(`${year}-${month}-${day}${clock === undefined ? '' : `T${clock.padStart(5, '0')}Z`}`);
}

/** A time as exports write it and imports take it. */
export function toTimeCell(time: string | number | boolean | undefined): string | number | boolean | undefined {
  return time !== undefined && Number(time) > 0 && Number(time) < EARLIEST ? toDate(Number(time)) : time;
}

const toDate = (time: number): string => new Date(time).toISOString();
