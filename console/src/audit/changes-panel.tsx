import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { answerOf, api } from '../api/client';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { Time } from '../text/time';
import { ACTIONS, type AuditQuery, type AuditRecord } from './audit-records';
import classes from './changes-panel.module.css';
import { differencesOf } from './differences-of';
import { FieldValue } from './field-value';

const SHOWN = 8;

interface ChangesPanelProps {
  targetType: AuditRecord['targetType'];
  targetId: number;
  /** Tells of a change, for records that have words of their own for it. */
  What?: ComponentType<{ record: AuditRecord }>;
}

/** What was changed of one record, newest first. */
export function ChangesPanel({ targetType, targetId, What = FieldChanges }: ChangesPanelProps) {
  const query = { targetType, targetId, limit: SHOWN } satisfies AuditQuery;
  const { data, error } = useQuery({
    queryKey: ['audit', 'of', targetType, targetId],
    queryFn: ({ signal }) => answerOf(api.GET('/api/audit', { params: { query }, signal })),
  });
  return (
    <Panel
      title="Changes"
      actions={
        <Link className={classes.all} to="/audit" search={{ targetType, targetId: String(targetId) }}>
          All in the audit
        </Link>
      }
    >
      <ProblemAlert error={error} />
      {!data && !error && <Waiting />}
      {data && data.length === 0 && <p className="quiet">Nobody changed it.</p>}
      <ul className={classes.changes}>
        {data?.map((record) => (
          <li key={record.id}>
            <What record={record} />
            <div className="quiet">
              <Time at={record.at} capital /> · {record.apiKeyName}
            </div>
            {record.reason !== undefined && <div>“{record.reason}”</div>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function FieldChanges({ record }: { record: AuditRecord }) {
  const changed = differencesOf(record.before, record.after).filter(({ isChanged }) => isChanged);
  if (record.before === null || record.after === null || changed.length === 0)
    return <div>{ACTIONS[record.action] ?? record.action}</div>;
  return changed.map(({ field, before, after }) => (
    <div key={field}>
      {field}:{' '}
      {before !== undefined && (
        <>
          <del className="quiet">
            <FieldValue field={field} value={before} />
          </del>{' '}
          →{' '}
        </>
      )}
      <FieldValue field={field} value={after} />
    </div>
  ));
}
