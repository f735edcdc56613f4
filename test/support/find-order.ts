/** One request of a client, when it was sent and answered, by one clock. */
export interface Call<Operation, Answer> {
  readonly client: string;
  readonly operation: Operation;
  readonly sentAt: number;
  /** Infinity for a request without an answer, or with a 503: it may take effect at any time after it was sent, or never. */
  readonly answeredAt: number;
  /** Undefined exactly where there was none. */
  readonly answer: Answer | undefined;
}

/** What an operation makes of a state, and what it answers; nothing else decides either. */
type Take<State, Operation, Answer> = (
  state: State,
  operation: Operation,
) => { readonly state: State; readonly answer: Answer };

type Order<Operation, Answer> =
  | { readonly outcome: 'found'; readonly calls: readonly Call<Operation, Answer>[] }
  /** `calls` is the longest beginning of an order that explains its answers. */
  | { readonly outcome: 'none'; readonly calls: readonly Call<Operation, Answer>[] }
  /** The search was given up. */
  | { readonly outcome: 'unknown' };

/** Some ten seconds' worth. */
const MOST_PLACES = 100_000;

/**
 * Searches an order of calls in which each happens at one moment between its sending and its answer, and in which a model
 * gives all the answers that were given: whether the history is linearizable. The search is that of Wing and Gong; as Lowe
 * showed, a set of calls that has led to the same state before need not be looked at again.
 * @param state the model's, before the first call; as JSON it has to be the same whenever it means the same
 * @param mostPlaces how many sets of calls, each with the state that they led to, are looked at
 */
export function findOrder<State, Operation, Answer>(
  calls: readonly Call<Operation, Answer>[],
  state: State,
  take: Take<State, Operation, Answer>,
  mostPlaces = MOST_PLACES,
): Order<Operation, Answer> {
  const seen = new Set<string>();
  let longest: readonly number[] = [];

  const isComplete = (done: readonly number[], left: readonly number[], now: State): boolean => {
    if (done.length > longest.length) longest = done;
    if (left.every((index) => calls[index].answer === undefined)) return true;
    const place = `${left.join()} ${JSON.stringify(now)}`;
    if (seen.has(place) || seen.size === mostPlaces) return false;
    seen.add(place);
    const firstAnswer = Math.min(...left.map((index) => calls[index].answeredAt));
    for (const index of left) {
      const { sentAt, operation, answer } = calls[index];
      // Another call was answered before this one was sent.
      if (sentAt > firstAnswer) continue;
      const next = take(now, operation);
      if (answer !== undefined && JSON.stringify(answer) !== JSON.stringify(next.answer)) continue;
      const rest = left.filter((other) => other !== index);
      if (isComplete([...done, index], rest, next.state)) return true;
    }
    return false;
  };

  const isFound = isComplete([], [...calls.keys()], state);
  if (!isFound && seen.size === mostPlaces) return { outcome: 'unknown' };
  return { outcome: isFound ? 'found' : 'none', calls: longest.map((index) => calls[index]) };
}
