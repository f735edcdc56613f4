import { localTime, clockTime, daysBetween } from '../text/times';
import { Verdict } from '../text/verdict';
import { ArrowUpIcon } from '../theme/screen-icons';
import classes from './explain.module.css';
import type { ExplainedLog } from './explained-log';
import { nowInWords, thenInWords, type Told } from './then-now';

interface AnswersProps {
  explained: ExplainedLog;
  nameOfProduct: (pid: number) => string;
}

/** What the check was answered, and what it would be answered now. */
export function Answers({ explained, nameOfProduct }: AnswersProps) {
  const { past, status, at: now } = explained;
  const isToday = daysBetween(past.at, now) === 0;
  const when = isToday ? `at ${clockTime(past.at, true)}` : localTime(past.at, true, now);
  return (
    <div className={classes.answers}>
      <Answer title={`Then, ${when}`} status={past.status} told={thenInWords(explained, nameOfProduct)} />
      <ArrowUpIcon size={20} className={classes.arrow} />
      <Answer
        title={`Now, the same check, ${clockTime(now)}`}
        status={status}
        told={nowInWords(explained, nameOfProduct)}
      />
    </div>
  );
}

function Answer({ title, status, told: { what, more } }: { title: string; status: string; told: Told }) {
  return (
    <section className={classes.answer} aria-label={title}>
      <h2>{title}</h2>
      <Verdict status={status} />
      <p className={classes.what}>{what}</p>
      {more !== undefined && <p className={classes.more}>{more}</p>}
    </section>
  );
}
