import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import type { LoggedCheckDto } from '../api/schema';
import { clockTime, MINUTE_MS } from '../text/times';
import { answeredOf, hourOf, stateInWords } from './around';
import type { ExplainedLog } from './explained-log';
import classes from './hour.module.css';
import { checkInWords } from './words';

const TICK_MS = 10 * MINUTE_MS;
/** What a dot and each character of its label need, in parts of the whole. */
const DOT = 0.035;
const CHARACTER = 0.009;
/** From here on there is no room for a label behind its dot. */
const LAST = 0.95;
/** So near to now no other time is written. */
const CLEAR = 0.05;

export interface HourProps {
  explained: ExplainedLog;
  checks: readonly LoggedCheckDto[];
  /** What devices are called, by their ids. */
  names: ReadonlyMap<number | undefined, string>;
}

/** The hour on one line: what the key was, and the checks. */
export function Hour({ explained, checks, names }: HourProps) {
  const { from, to } = hourOf(explained);
  const span = Math.max(to - from, MINUTE_MS);
  const place = (at: number) => Math.min(1, Math.max(0, (at - from) / span));
  return (
    <div className={classes.hour}>
      <span className={classes.name}>Key</span>
      <States states={explained.past.states} to={to} place={place} />
      <span className={classes.name}>Checks</span>
      <div className={classes.line}>
        {checks.map((check, index) => {
          const next = checks[index + 1];
          const isThis = check.id === explained.past.log;
          const room = (next ? place(Number(next.timeAt)) : 1 + CLEAR) - place(Number(check.timeAt));
          const label = isThis ? 'this check' : labelOf(check);
          return (
            <Check
              key={check.id}
              check={check}
              words={checkInWords(check, names)}
              isThis={isThis}
              label={isThis || room > DOT + CHARACTER * label.length ? label : undefined}
              style={sideOf(place(Number(check.timeAt)))}
            />
          );
        })}
      </div>
      <span />
      <Axis from={from} to={to} now={explained.at} place={place} />
    </div>
  );
}

/** Near its end, a label stands before its dot. */
const sideOf = (part: number): CSSProperties =>
  part > LAST ? { right: percent(1 - part), flexDirection: 'row-reverse' } : { left: percent(part) };

type Place = (at: number) => number;

const percent = (part: number) => `${(part * 100).toFixed(2)}%`;

const labelOf = (check: LoggedCheckDto) => (answeredOf(check) === 'refused' ? check.status : answeredOf(check));

function States({ states, to, place }: { states: ExplainedLog['past']['states']; to: number; place: Place }) {
  return (
    <div className={classes.line}>
      {states.map((state, index) => {
        const width = percent(place(states[index + 1]?.from ?? to) - place(state.from));
        const words = stateInWords(state, states[index - 1]);
        const style = { left: percent(place(state.from)), width };
        return (
          <span key={state.from} className={classes.state} data-state={state.state} title={words} style={style}>
            {words}
          </span>
        );
      })}
    </div>
  );
}

interface CheckProps {
  check: LoggedCheckDto;
  words: string;
  isThis: boolean;
  label: string | undefined;
  style: CSSProperties;
}

function Check({ check, words, isThis, label, style }: CheckProps) {
  const told = `${clockTime(Number(check.timeAt), true)}: ${words}`;
  return (
    <Link
      to="/logs/$log"
      params={{ log: String(check.id) }}
      preload={false}
      className={classes.check}
      data-answered={answeredOf(check)}
      data-this={isThis || undefined}
      aria-current={isThis || undefined}
      title={told}
      style={style}
    >
      <VisuallyHidden>{told}</VisuallyHidden>
      {label !== undefined && (
        <span className={classes.label} aria-hidden>
          {label}
        </span>
      )}
    </Link>
  );
}

function Axis({ from, to, now, place }: { from: number; to: number; now: number; place: Place }) {
  const ticks = [];
  for (let tick = Math.ceil(from / TICK_MS) * TICK_MS; tick <= to; tick += TICK_MS)
    if (now > to || place(now) - place(tick) > CLEAR) ticks.push(tick);
  return (
    <div className={classes.axis} aria-hidden>
      {ticks.map((tick) => (
        <span key={tick} style={{ left: percent(place(tick)) }}>
          {clockTime(tick)}
        </span>
      ))}
      {now <= to && <b style={{ left: percent(place(now)) }}>now</b>}
    </div>
  );
}
