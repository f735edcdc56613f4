import type { ReactNode } from 'react';
import { ProblemAlert } from '../page/problem-alert';
import { CircleAlertIcon, CircleXIcon } from '../theme/screen-icons';
import classes from './next-step.module.css';

interface StepFrameProps {
  /** What happened. */
  title: ReactNode;
  /** What follows from it, or how it is known. */
  meaning: ReactNode;
  /** Whether it is about to happen, or may be meant so: nothing was refused. */
  isWarning?: boolean;
  /** Why what was pressed didn't work. */
  error: Error | null;
  /** What helps: buttons. */
  children: ReactNode;
}

/** Says what happened, beside the buttons that help. */
export function StepFrame({ title, meaning, isWarning, error, children }: StepFrameProps) {
  const Mark = isWarning ? CircleAlertIcon : CircleXIcon;
  return (
    <section className={classes.next} data-tone={isWarning ? 'warn' : undefined} aria-label="Next step">
      <span className={classes.mark}>
        <Mark size={18} aria-hidden />
      </span>
      <div className={classes.what}>
        <strong>{title}</strong>
        <p>{meaning}</p>
        <ProblemAlert error={error} />
      </div>
      <div className={classes.actions}>{children}</div>
    </section>
  );
}
