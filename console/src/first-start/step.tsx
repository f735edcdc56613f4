import { CheckIcon } from '../theme/icons';
import { type ReactNode, useId } from 'react';
import classes from './first-start.module.css';

interface StepProps {
  number: number;
  title: string;
  /** `later` steps wait for those before them. */
  state: 'done' | 'now' | 'later';
  lead?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A step of the way: its number, or a tick once it is done. */
export function Step({ number, title, state, lead, action, children }: StepProps) {
  const id = useId();
  return (
    <li className={classes.step} data-state={state}>
      <span className={classes.mark}>
        {state === 'done' ? <CheckIcon size={16} aria-label="done" /> : <span aria-hidden>{number}</span>}
      </span>
      <section className={classes.card} aria-labelledby={id}>
        <header className={classes.head}>
          <div>
            <h2 id={id}>{title}</h2>
            {lead !== undefined && <p>{lead}</p>}
          </div>
          {action}
        </header>
        {children}
      </section>
    </li>
  );
}
