import type { UsedDayDto } from '../api/schema';
import { counted } from '../text/numbers';

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** `Monday 23 November`, of `2026-11-23`. */
export const dateInWords = (day: string) => DAY.format(new Date(`${day}T12:00:00Z`)).replace(',', '');

/** What happened on a day, in a line. */
export function dayInWords(day: string, used: UsedDayDto | undefined): string {
  if (used === undefined) return `${dateInWords(day)}: no check`;
  const { passed, refused, address, details } = used;
  const counts = [passed > 0 && `${counted(passed, 'check')} passed`, refused > 0 && `${refused} refused`];
  const last = [`from ${address}`, details].filter((part) => part !== '');
  return `${dateInWords(day)}: ${[...counts.filter(Boolean), ...last].join(', ')}`;
}
