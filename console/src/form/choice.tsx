import { grouped } from '../text/numbers';
import classes from './choice.module.css';

interface ChoiceProps<T extends string> {
  /** What is chosen, for those who hear it. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { readonly value: T; readonly label: string; readonly count?: number }[];
}

/** One of a few, all in sight; with how many there are of each, where that is known. */
export function Choice<T extends string>({ label, value: chosen, onChange, options }: ChoiceProps<T>) {
  return (
    <span className={classes.choice} role="group" aria-label={label}>
      {options.map(({ value, label: name, count }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChange(value)}>
          {name} {count !== undefined && <b>{grouped(count)}</b>}
        </button>
      ))}
    </span>
  );
}
