import { Link } from '@tanstack/react-router';
import type { Search } from '../search-params';
import type { Column } from '../table/column';
import { TwoLines, whenAndWho } from '../table/two-lines';
import { Chip, type Tone } from '../text/chip';
import { Time } from '../text/time';
import { ACTIONS, type AuditRecord, nameOf, TARGETS } from './audit-records';
import { differencesOf } from './differences-of';

const TONES: Readonly<Record<string, Tone>> = { create: 'good', delete: 'bad', revoke: 'bad' };

const when = ({ id, at }: AuditRecord, tabIndex: number) => (
  <Link to="." search={(before: Search) => ({ ...before, record: String(id) })} tabIndex={tabIndex}>
    <Time at={at} as="seconds" capital />
  </Link>
);

const action = ({ action: done }: AuditRecord) => <Chip tone={TONES[done]}>{ACTIONS[done] ?? done}</Chip>;

const changed = (record: AuditRecord) => (
  <>
    {TARGETS[record.targetType] ?? record.targetType} {record.targetId} <span className="quiet">{nameOf(record)}</span>
  </>
);

const who = ({ apiKeyName }: AuditRecord) => <span title={apiKeyName}>{apiKeyName}</span>;

export const AUDIT_COLUMNS: readonly Column<AuditRecord>[] = [
  {
    id: 'at',
    title: 'When',
    width: 128,
    grow: 0.9,
    cell: when,
  },
  {
    id: 'action',
    title: 'Action',
    width: 96,
    grow: 0.2,
    cell: action,
  },
  {
    id: 'target',
    title: 'Record',
    width: 106,
    grow: 1.6,
    cell: changed,
  },
  {
    id: 'who',
    title: 'Who',
    width: 140,
    grow: 1.4,
    cell: who,
  },
  {
    id: 'fields',
    title: 'What changed',
    width: 160,
    grow: 1.8,
    cell: (record) => <Differing {...record} />,
  },
  { id: 'address', title: 'From', width: 120, grow: 0.8, cell: ({ address }) => address },
];

/** The same for a phone: each change says in two lines what was done and to what, when, and who did it. */
export const NARROW_AUDIT_COLUMNS: readonly Column<AuditRecord>[] = [
  {
    id: 'what',
    title: 'Action and record',
    width: 150,
    rank: 0,
    cell: (record) => <TwoLines first={action(record)} second={changed(record)} />,
  },
  whenAndWho(when, who),
];

function Differing({ before, after, reason }: AuditRecord) {
  const names = before === null || after === null ? '–' : changedIn(before, after);
  return (
    <span title={reason === undefined ? names : `${names}: ${reason}`}>
      {names} {reason !== undefined && <span className="quiet">“{reason}”</span>}
    </span>
  );
}

const changedIn = (...states: Parameters<typeof differencesOf>): string =>
  differencesOf(...states)
    .filter(({ isChanged }) => isChanged)
    .map(({ field }) => field)
    .join(', ');
