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

/** As many as a panel shows. */
export const SHOWN_CHANGES = 8;

/** What is told of a change. */
export type Change = Pick<AuditRecord, 'id' | 'at' | 'apiKeyName' | 'action' | 'before' | 'after' | 'reason'>;

interface ChangesProps {
  /** Undefined until they are there. */
  changes: readonly Change[] | undefined;
  error: unknown;
  /** Where the audit has all of them, for those who may read it. */
  all?: { targetType: AuditRecord['targetType']; targetId: number };
  /** Tells of a change, for records that have words of their own for it. */
  What?: ComponentType<{ record: Change }>;
}

/** What was changed of one record, newest first. */
export function Changes({ changes, error, all, What = FieldChanges }: ChangesProps) {
  return (
    <Panel
      title="Changes"
      actions={
        all && (
          <Link
            className={classes.all}
            to="/audit"
            search={{ targetType: all.targetType, targetId: String(all.targetId) }}
          >
            All in the audit
          </Link>
        )
      }
    >
      <ProblemAlert error={error} />
      {!changes && !error && <Waiting />}
      {changes && changes.length === 0 && <p className="quiet">No changes yet.</p>}
      <ul className={classes.changes}>
        {changes?.map((record) => (
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

/** The changes of a record that only the audit knows. */
export function ChangesPanel({ targetType, targetId }: NonNullable<ChangesProps['all']>) {
  const query = { targetType, targetId, limit: SHOWN_CHANGES } satisfies AuditQuery;
  const { data, error } = useQuery({
    queryKey: ['audit', 'of', targetType, targetId],
    queryFn: ({ signal }) => answerOf(api.GET('/api/audit', { params: { query }, signal })),
  });
  return <Changes changes={data} error={error} all={{ targetType, targetId }} />;
}

function FieldChanges({ record }: { record: Change }) {
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
