import type { FindingDto } from '../api/schema';
import { Panel } from '../page/panel';
import { Chip, type Tone } from '../text/chip';
import classes from './doctor.module.css';

/** How grave a finding may be, the gravest first. */
const STATUSES: readonly { status: FindingDto['status']; title: string; word: string; tone: Tone }[] = [
  { status: 'failed', title: 'Wrong', word: 'Failed', tone: 'bad' },
  { status: 'warning', title: 'Needs attention', word: 'Warning', tone: 'warn' },
  { status: 'ok', title: 'Fine', word: 'OK', tone: 'good' },
];

/** What was found, the gravest first. */
export function Findings({ findings }: { findings: readonly FindingDto[] }) {
  return STATUSES.map(({ status, title, word, tone }) => {
    const those = findings.filter((each) => each.status === status);
    if (those.length === 0) return null;
    return (
      <Panel key={status} title={title}>
        <ul className={classes.findings}>
          {those.map(({ check, message }) => (
            <li key={`${check} ${message}`}>
              <div>
                <Chip tone={tone}>{word}</Chip>
              </div>
              <div>
                <h3>{check}</h3>
                <p>{message}</p>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    );
  });
}
