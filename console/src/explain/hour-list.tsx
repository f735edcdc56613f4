import { clockTime } from '../text/times';
import { answeredOf, stateInWords } from './around';
import type { HourProps } from './hour';
import classes from './hour.module.css';
import { atStart, checkInWords } from './words';

interface Item {
  readonly at: number;
  readonly key: string;
  readonly kind: string;
  readonly words: string;
  readonly isThis?: boolean;
}

/** So many before and after the check itself. */
const BESIDE = 6;

/** The hour where there is no room for a line: as a list. */
export function HourList({ explained: { past }, checks, names }: HourProps) {
  const changes = past.states.slice(1).map((state, index): Item => ({
    at: state.from,
    key: `state ${state.from}`,
    kind: 'key',
    words: `Key ${stateInWords(state, past.states[index])}`,
  }));
  const asked = checks.map((check): Item => {
    const isThis = check.id === past.log;
    const words = isThis ? `This check, ${answeredOf(check)}` : atStart(checkInWords(check, names));
    return { at: Number(check.timeAt), key: `check ${check.id}`, kind: answeredOf(check), words, isThis };
  });
  const items = [...changes, ...asked].toSorted((a, b) => a.at - b.at);
  const middle = items.findIndex(({ isThis }) => isThis);
  return (
    <ol className={classes.list}>
      {items.slice(Math.max(0, middle - BESIDE), middle + BESIDE + 1).map(({ at, key, kind, words, isThis }) => (
        <li key={key} data-this={isThis || undefined}>
          <span className="quiet">{clockTime(at)}</span>
          <i data-answered={kind} aria-hidden />
          {isThis ? <b>{words}</b> : words}
        </li>
      ))}
    </ol>
  );
}
