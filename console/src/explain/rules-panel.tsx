import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Choice } from '../form/choice';
import { Panel } from '../page/panel';
import { useCan } from '../session/me';
import { clockTime, daysBetween, localTime } from '../text/times';
import type { ExplainedLog } from './explained-log';
import { OUTCOMES } from './outcomes';
import { type ComparedRule, comparedRules, RULE_NAMES, type Seen } from './rule-words';
import classes from './rules.module.css';
import { reasonIn, whenInWords } from './words';

interface RulesPanelProps {
  explained: ExplainedLog;
  nameOfProduct: (pid: number) => string;
}

/** Every rule in the order in which a check applies them, with what it saw then and sees now. */
export function RulesPanel({ explained, nameOfProduct }: RulesPanelProps) {
  const { past, licenseKey, at: now } = explained;
  const [shown, setShown] = useState<'all' | 'differs'>('all');
  const rules = comparedRules(explained, nameOfProduct);
  const differing = rules.filter(({ differs }) => differs);
  const then = daysBetween(past.at, now) === 0 ? clockTime(past.at) : localTime(past.at, false, now);
  return (
    <Panel
      title="The rules, in order"
      aside="the first that fails decides"
      flush
      actions={
        <Choice
          label="Which rules"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: 'All', count: rules.length },
            { value: 'differs', label: 'Different', count: differing.length },
          ]}
        />
      }
    >
      <table className={classes.rules}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Then, {then}</th>
            <th scope="col">Now, {clockTime(now)}</th>
          </tr>
        </thead>
        <tbody>
          {(shown === 'all' ? rules : differing).map((rule) => (
            <Rule key={rule.rule} compared={rule} keyId={licenseKey.id} now={now} />
          ))}
        </tbody>
      </table>
      {shown !== 'all' && differing.length === 0 && (
        <p className={classes.none}>Every rule gives the same result now.</p>
      )}
      <footer className={classes.foot}>
        <span>“Then” comes from the log and the audit; “now” is worked out without writing anything.</span>
        <Link to="/keys/$id/ask" params={{ id: String(licenseKey.id) }} search={{ log: String(past.log) }}>
          Try another device, address or time
        </Link>
      </footer>
    </Panel>
  );
}

interface RuleProps {
  compared: ComparedRule;
  keyId: number;
  now: number;
}

function Rule({ compared: { rule, was, is }, ...about }: RuleProps) {
  const isHit = was.outcome === 'refused' || is.outcome === 'refused';
  return (
    <tr data-hit={isHit || undefined}>
      <th scope="row">{RULE_NAMES[rule]}</th>
      <td data-side="Then">
        <What seen={was} {...about} />
      </td>
      <td data-side="Now">
        <What seen={is} {...about} />
      </td>
    </tr>
  );
}

function What({ seen: { outcome, words, change }, keyId, now }: Omit<RuleProps, 'compared'> & { seen: Seen }) {
  const maySeeAudit = useCan('admin');
  const { word, icon: Icon } = OUTCOMES[outcome];
  const text = outcome === 'notReached' ? `${word}; ${words}` : words;
  return (
    <div className={classes.seen} data-outcome={outcome}>
      <Icon size={17} aria-label={word} role="img" />
      <span>
        {outcome === 'refused' ? <b>{text}</b> : text}
        {change && `, set by ${change.by} ${whenInWords(change.at, now)}${reasonIn(change)}`}
        {change && maySeeAudit && (
          <>
            {' '}
            <Link
              to="/audit"
              search={{ targetType: 'licenseKey', targetId: String(keyId), record: String(change.audit) }}
            >
              Audit
            </Link>
          </>
        )}
      </span>
    </div>
  );
}
