/** What of a log tells where it stands. */
export interface TimedLog {
  readonly id: number;
  readonly timeAt: number;
}

/**
 * Finds by halves the least id from which on logs were answered at a time or later: logs have no index of their times, which
 * every check would have to write (decision 084). Where times don't ascend with ids, it is one of several such places.
 * @param last the greatest id
 * @param lookFrom finds the log with the least id from this one on
 * @returns the id that follows the last when all are older
 */
export async function firstSince(
  time: number,
  last: number,
  lookFrom: (id: number) => Promise<TimedLog | undefined>,
): Promise<number> {
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const log = await lookFrom(middle);
    // Ids have gaps: what follows one is the next log.
    if (log === undefined || log.timeAt >= time) high = middle;
    else low = log.id + 1;
  }
  return low;
}
