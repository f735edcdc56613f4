import type { Finding } from '../api/coming';
import { Panel } from '../page/panel';
import { Chip, type Tone } from '../text/chip';
import classes from './doctor.module.css';

/** The levels, the gravest first. */
export const LEVELS: readonly { level: Finding['level']; title: string; word: string; tone: Tone }[] = [
  { level: 'error', title: 'Wrong', word: 'Error', tone: 'bad' },
  { level: 'warning', title: 'Wants attention', word: 'Warning', tone: 'warn' },
  { level: 'note', title: 'Worth knowing', word: 'Note', tone: 'plain' },
  { level: 'ok', title: 'Well', word: 'Well', tone: 'good' },
];

/** What was found, the gravest first, each with what to do about it. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  return LEVELS.map(({ level, title, word, tone }) => {
    const those = findings.filter((each) => each.level === level);
    if (those.length === 0) return null;
    return (
      <Panel key={level} title={title}>
        <ul className={classes.findings}>
          {those.map(({ topic, text, advice }) => (
            <li key={`${topic} ${text}`}>
              <div>
                <Chip tone={tone}>{word}</Chip>
              </div>
              <div>
                <h3>{topic}</h3>
                <p>{text}</p>
                {advice !== undefined && <p className={classes.advice}>{advice}</p>}
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    );
  });
}
