import { compareWithModel } from '../../support/seat-sequences';
import { claim, type Row } from '../row';

const SEQUENCES = 10_000;

export const compareSeats: Row = {
  number: 21,
  fault: 'random sequences of checks, releases, changed limits, passing time and outages for keys with seats',
  mustHold: 'the service, down to its SQL, and a model of a few lines never disagree',
  seconds: 400,
  async *run() {
    const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000_000);
    const wrong = await compareWithModel(SEQUENCES, seed).then(
      () => undefined,
      (error: unknown) => (error as Error).message.replaceAll('\n', ' '),
    );
    yield {
      database: 'embedded, in memory',
      done: `${SEQUENCES} sequences (FAULTS_SEED=${seed})`,
      acknowledged: SEQUENCES,
      lost: undefined,
      claims: [claim('they never disagree', wrong ?? 'no disagreement', wrong === undefined)],
    };
  },
};
