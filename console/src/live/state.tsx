import { Chip } from '../text/chip';
import classes from './live.module.css';
import type { StreamState } from './stream';

const STATES = {
  live: { word: 'Live', tone: 'good' },
  paused: { word: 'Paused', tone: 'plain' },
  connecting: { word: 'Connecting…', tone: 'plain' },
  reconnecting: { word: 'Reconnecting…', tone: 'warn' },
} as const;

/** Whether what happens arrives here. */
export function State({ state }: { state: StreamState | 'paused' }) {
  const { word, tone } = STATES[state];
  return (
    <span role="status" className={classes.state} data-state={state}>
      <Chip tone={tone}>{word}</Chip>
    </span>
  );
}
