import { counted, grouped } from '../../text/numbers';
import { DAY_MS, dayName, fromNow } from '../../text/times';
import type { ShortLink } from '../link-cache';

/** So long before its end somebody should know. */
const SOON_MS = 7 * DAY_MS;
/** From this share of the limit on. */
const NEARLY = 0.8;
/** A limit is raised by so much at least: twice as much is soon used up again. */
const RAISED = 4;

/** What is about to end a link, or has. */
interface Ending {
  readonly by: 'maxVisits' | 'expiresAt';
  readonly isOver: boolean;
  readonly title: string;
  readonly meaning: string;
}

/** Why a link leads nowhere, or soon will. @param perDay visits of a day, as far as that is known */
export function endingOf(link: ShortLink, now: number, perDay?: number): Ending | undefined {
  const { expiresAt, maxVisits, count, endedUrl } = link;
  if (expiresAt !== undefined && expiresAt <= now)
    return {
      by: 'expiresAt',
      isOver: true,
      title: `The link expired ${fromNow(expiresAt, now)}.`,
      meaning: over(endedUrl),
    };
  if (maxVisits !== undefined && count >= maxVisits)
    return { by: 'maxVisits', isOver: true, title: `${allOf(maxVisits)} used.`, meaning: over(endedUrl) };
  const reachedAt = maxVisits !== undefined && perDay ? now + ((maxVisits - count) / perDay) * DAY_MS : undefined;
  const isNear = maxVisits !== undefined && count >= NEARLY * maxVisits;
  const isReachedFirst = reachedAt !== undefined && reachedAt < Math.min(now + SOON_MS, expiresAt ?? Infinity);
  if (maxVisits !== undefined && (isNear || isReachedFirst)) return nearLimit(link, maxVisits, now, reachedAt, perDay);
  if (expiresAt === undefined || expiresAt - now > SOON_MS) return undefined;
  const title = `The link expires ${fromNow(expiresAt, now)}.`;
  return { by: 'expiresAt', isOver: false, title, meaning: `Then ${overSoon(endedUrl)}` };
}

const over = (endedUrl: string | undefined) =>
  endedUrl === undefined ? 'People who follow it read that it has ended.' : `People who follow it get to ${endedUrl}.`;
const overSoon = (endedUrl: string | undefined) =>
  `people who follow it will ${endedUrl === undefined ? 'read that it has ended' : `get to ${endedUrl}`}.`;

const allOf = (maxVisits: number) =>
  maxVisits === 1 ? 'The one visit of the limit is' : `All ${counted(maxVisits, 'visit')} of the limit are`;

function nearLimit(
  { count, endedUrl }: ShortLink,
  maxVisits: number,
  now: number,
  reachedAt?: number,
  perDay?: number,
): Ending {
  const isSoon = reachedAt !== undefined && reachedAt < now + 60 * DAY_MS;
  const when = isSoon ? `about ${dayName(reachedAt, now)}` : 'soon';
  const rate = perDay && perDay >= 1 ? `, about ${grouped(Math.round(perDay))} a day` : '';
  return {
    by: 'maxVisits',
    isOver: false,
    title: `The limit of ${counted(maxVisits, 'visit')} will be reached ${when}.`,
    meaning: `${grouped(count)} ${count === 1 ? 'is' : 'are'} used${rate}. After that, ${overSoon(endedUrl)}`,
  };
}

/** A round limit that leaves room: 20,000 after 5,000. */
export function raisedFrom(maxVisits: number): number {
  const wanted = Math.min(maxVisits * RAISED, Number.MAX_SAFE_INTEGER);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const round = [1, 2, 5, 10].map((step) => step * power).find((each) => each >= wanted)!;
  return Math.min(round, Number.MAX_SAFE_INTEGER);
}
