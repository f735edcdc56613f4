import type { Exchange } from '../../../bench/durability/witness';
import { claim, type Claim } from '../row';

/** Longest that any request may wait for its answer, in milliseconds, whatever the database does. */
const LONGEST_ANSWER_MS = 3000;

export const isDone = ({ status }: Exchange): boolean => status >= 200 && status < 400;
export const answeredAt = ({ sentAt, ms }: Pick<Exchange, 'sentAt' | 'ms'>): number => sentAt + ms;

/** What a load was answered. */
interface Answers<E> {
  readonly exchanges: readonly E[];
  readonly wrongAnswers: readonly string[];
}
type AnyExchange = Omit<Exchange, 'kind'> & { readonly kind: string };

/** What must hold of every answer while the database is away or late. */
export function answerClaims(answers: Answers<Exchange>, longestMs = LONGEST_ANSWER_MS): Claim[] {
  return claimsOf(answers, isDone, longestMs);
}

/**
 * As `answerClaims`, for other loads.
 * @param isAnswer whether a request was answered as done; all others must have been refused properly
 */
export function claimsOf<E extends AnyExchange>(
  { exchanges, wrongAnswers }: Answers<E>,
  isAnswer: (exchange: E) => boolean,
  longestMs = LONGEST_ANSWER_MS,
): Claim[] {
  const refused = exchanges.filter((exchange) => !isAnswer(exchange));
  const improper = refused.filter(({ status, retryAfter }) => status !== 503 || !/^\d+$/.test(retryAfter ?? ''));
  const slowest = longest(exchanges);
  return [
    claim(
      'whatever was not done was answered 503 with Retry-After',
      `${refused.length - improper.length} answered 503${improper.length > 0 ? `, and ${summary(improper)}` : ''}`,
      improper.length === 0,
    ),
    claim(`every answer within ${longestMs / 1000} s`, `slowest answer ${seconds(slowest)}`, slowest <= longestMs),
    claim(
      'no answer is another request’s, and no verdict wrong',
      `${wrongAnswers.length} wrong answers ${wrongAnswers.slice(0, 3).join(', ')}`.trim(),
      wrongAnswers.length === 0,
    ),
  ];
}

export function longest(exchanges: readonly { readonly ms: number }[]): number {
  return exchanges.reduce((most, { ms }) => Math.max(most, ms), 0);
}

/** The last moment of a time, by `performance.now()`, at which a request was refused; undefined when none was. */
export function lastRefusal(
  exchanges: readonly Exchange[],
  moment: (exchange: Exchange) => number,
  from: number,
  to: number,
): number | undefined {
  const moments = exchanges.filter((exchange) => !isDone(exchange)).map(moment);
  const inTime = moments.filter((at) => at >= from && at < to);
  return inTime.length === 0 ? undefined : Math.max(...inTime);
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** How often each unexpected status or failure occurred. */
function summary(exchanges: readonly AnyExchange[]): string {
  const counts = new Map<string, number>();
  for (const { kind, status, failure, retryAfter } of exchanges) {
    const what = `${kind} → ${status === 503 ? `503 with Retry-After ${retryAfter}` : (failure ?? status)}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} × ${what}`).join(', ');
}
