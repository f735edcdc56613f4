import { readTime, TIME_EXAMPLES, EARLIEST, secondsProblem } from '../platform/validation/read-time';
import type { Column } from './columns';

export const isTimeColumn = ({ type }: Column): boolean => type === 'time' || type === 'timeText';

/** Refuses numbers before 2001, which were meant as seconds. @returns milliseconds, or a sentence about the problem */
export function readTimeCell(text: string, { name }: Column): number | string {
  const isNumber = /^\d{1,16}$/.test(text);
  const time = isNumber ? Number(text) : readTime(text);
  if (time === undefined) return `${name} must be ${TIME_EXAMPLES}, or milliseconds since the Unix epoch.`;
  if (!isNumber || time === 0 || time >= EARLIEST) return time;
  return secondsProblem(name, time) ?? `${name} ${time} is before 2001: write it as a date, ${toDate(time)}.`;
}

/** A time as exports write it and imports take it. */
export function toTimeCell(time: string | number | boolean | undefined): string | number | boolean | undefined {
  return time !== undefined && Number(time) > 0 && Number(time) < EARLIEST ? toDate(Number(time)) : time;
}

const toDate = (time: number): string => new Date(time).toISOString();
