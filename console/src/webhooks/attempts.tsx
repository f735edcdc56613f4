import type { DeliveryDto } from '../api/schema';
import { Chip } from '../text/chip';
import { grouped } from '../text/numbers';
import { Time } from '../text/time';
import entries from '../page/entries.module.css';
import classes from './deliveries.module.css';

export type Attempt = DeliveryDto['attempts'][number];

/** What was tried, the newest first: when, how long it took, and what came back. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <ol className={classes.attempts} reversed>
      {attempts.toReversed().map((attempt) => (
        <li key={`${attempt.at} ${attempt.milliseconds}`}>
          <OneAttempt attempt={attempt} />
        </li>
      ))}
    </ol>
  );
}

export function OneAttempt({ attempt: { at, milliseconds, status, note, answer } }: { attempt: Attempt }) {
  const isGood = status !== undefined && status >= 200 && status < 300;
  return (
    <>
      <div className={classes.attempt}>
        <Chip tone={isGood ? 'good' : 'bad'}>{status ?? 'No answer'}</Chip>
        <span className="quiet">
          <Time at={at} as="seconds" capital /> · {grouped(milliseconds)} ms
        </span>
      </div>
      {note !== undefined && <p className={entries.note}>{note}</p>}
      {answer !== undefined && (
        <pre className={classes.answer} tabIndex={0} aria-label="The answer">
          {answer}
        </pre>
      )}
    </>
  );
}
