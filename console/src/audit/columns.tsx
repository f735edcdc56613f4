import { Link } from '@tanstack/react-router';
import type { Search } from '../search-params';
import type { Column } from '../table/column';
import { Chip, type Tone } from '../text/chip';
import { Time } from '../text/time';
import { ACTIONS, type AuditRecord, nameOf, TARGETS } from './audit-records';
import { differencesOf } from './differences-of';

const TONES: Readonly<Record<string, Tone>> = { create: 'good', delete: 'bad', revoke: 'bad' };

export const AUDIT_COLUMNS: readonly Column<AuditRecord>[] = [
  {
    id: 'at',
    title: 'When',
    width: 128,
    grow: 0.9,
    cell: ({ id, at }, tabIndex) => (
      <Link to="." search={(before: Search) => ({ ...before, record: String(id) })} tabIndex={tabIndex}>
        <Time at={at} as="seconds" capital />
      </Link>
    ),
  },
  {
    id: 'action',
    title: 'Action',
    width: 96,
    grow: 0.2,
    cell: ({ action }) => <Chip tone={TONES[action]}>{ACTIONS[action] ?? action}</Chip>,
  },
  {
    id: 'target',
    title: 'Record',
    width: 106,
    grow: 1.6,
    cell: (record) => {
      const { targetType, targetId } = record;
      return (
        <>
          {TARGETS[targetType] ?? targetType} {targetId} <span className="quiet">{nameOf(record)}</span>
        </>
      );
    },
  },
  {
    id: 'who',
    title: 'Who',
    width: 140,
    grow: 1.4,
    cell: ({ apiKeyName }) => <span title={apiKeyName}>{apiKeyName}</span>,
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
