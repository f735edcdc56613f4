import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { UsedDeviceDto } from '../api/schema';
import { hideExact, showExact } from '../text/exact-time';
import { counted } from '../text/numbers';
import { dateInWords, dayInWords } from './day-in-words';
import classes from './usage.module.css';

interface UsageStripProps {
  /** Whose checks: "Desk". */
  label: string;
  /** All days of the strip, as the API lists them. */
  days: readonly string[];
  used: Pick<UsedDeviceDto, 'days' | 'passed' | 'refused'>;
}

/** Below so many checks a day is drawn lighter. */
const FEW = 3;
const WIDTH = 7;
const HEIGHT = 22;

/** The checks of a device, a bar for each day. Pointing at a day tells of it; so do the arrows, once it has the focus. */
export function UsageStrip({ label, days, used }: UsageStripProps) {
  const [chosen, setChosen] = useState(days.length - 1);
  const byDay = new Map(used.days.map((each) => [each.day, each]));
  const tell = (element: HTMLElement, index: number) => {
    setChosen(index);
    showExact(element, dayInWords(days[index], byDay.get(days[index])));
  };
  const onMouseMove = ({ currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * days.length);
    tell(currentTarget, Math.min(days.length - 1, Math.max(0, index)));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: days.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    tell(event.currentTarget, Math.min(days.length - 1, Math.max(0, to)));
  };
  return (
    <div
      className={classes.strip}
      role="slider"
      tabIndex={0}
      aria-label={`${label}, ${days.length} days: ${counted(used.passed, 'check')} passed, ${used.refused} refused`}
      aria-valuemin={1}
      aria-valuemax={days.length}
      aria-valuenow={chosen + 1}
      aria-valuetext={dayInWords(days[chosen], byDay.get(days[chosen]))}
      onMouseMove={onMouseMove}
      onMouseLeave={hideExact}
      onFocus={({ currentTarget }) => tell(currentTarget, chosen)}
      onBlur={hideExact}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 0 ${days.length * WIDTH - 1} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {days.map((day, index) => (
          <Day
            key={day}
            x={index * WIDTH}
            passed={byDay.get(day)?.passed ?? 0}
            refused={byDay.get(day)?.refused ?? 0}
          />
        ))}
      </svg>
    </div>
  );
}

function Day({ x, passed, refused }: { x: number; passed: number; refused: number }) {
  const bar = { x, width: WIDTH - 1 };
  const half = HEIGHT / 2;
  if (passed === 0 && refused === 0) return <rect {...bar} height={HEIGHT} className={classes.empty} />;
  if (passed === 0) return <rect {...bar} height={HEIGHT} className={classes.refused} />;
  const shade = passed < FEW ? classes.few : classes.passed;
  if (refused === 0) return <rect {...bar} height={HEIGHT} className={shade} />;
  return (
    <>
      <rect {...bar} height={half - 1} className={shade} />
      <rect {...bar} y={half} height={half} className={classes.refused} />
    </>
  );
}

/** `26 Aug`. */
const shortDate = (day: string) => dateInWords(day).replace(/^\S+ (\d+ \S{3}).*$/, '$1');

/** The dates below strips. */
export function StripAxis({ days }: { days: readonly string[] }) {
  const marks = [0, 1, 2].map((third) => days[Math.floor((third * days.length) / 3)]);
  return (
    <div className={classes.axis} aria-hidden>
      {[...new Set(marks)].map((day) => (
        <span key={day}>{shortDate(day)}</span>
      ))}
      <span>today</span>
    </div>
  );
}

/** What the colours of strips stand for. */
export function StripLegend() {
  return (
    <ul className={classes.legend}>
      {(['passed', 'refused', 'no check'] as const).map((what) => (
        <li key={what}>
          <i className={classes[what === 'no check' ? 'emptyMark' : `${what}Mark`]} aria-hidden /> {what}
        </li>
      ))}
    </ul>
  );
}
