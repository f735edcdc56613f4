import { Link } from '@tanstack/react-router';
import { CustomerLink } from '../customers/customer-link';
import type { Search } from '../search-params';
import type { Column } from '../table/column';
import { TwoLines, whenAndWho } from '../table/two-lines';
import { Time } from '../text/time';
import { inWords } from './event-words';
import type { EventRow } from './events';
import { actorOf, uidIn } from './subject';
import { SubjectLink } from './subject-link';
import classes from './events.module.css';

const when = ({ id, event }: EventRow, tabIndex: number) => (
  <Link to="." search={(before: Search) => ({ ...before, record: String(id) })} tabIndex={tabIndex}>
    <Time at={Date.parse(event.timestamp)} as="seconds" capital />
  </Link>
);

const who = ({ event }: EventRow) => <span title={actorOf(event)}>{actorOf(event)}</span>;

function customer({ event }: EventRow, tabIndex: number) {
  const uid = uidIn(event);
  return uid !== undefined && <CustomerLink uid={uid} tabIndex={tabIndex} />;
}

export const EVENT_COLUMNS: readonly Column<EventRow>[] = [
  {
    id: 'time',
    title: 'When',
    width: 124,
    grow: 0.7,
    cell: when,
  },
  {
    id: 'type',
    title: 'What',
    width: 180,
    grow: 2,
    cell: ({ event: { type } }) => (
      <span title={type}>
        {inWords(type)} <span className={`quiet code ${classes.name}`}>{type}</span>
      </span>
    ),
  },
  {
    id: 'subject',
    title: 'About',
    width: 150,
    grow: 1.5,
    cell: ({ event }, tabIndex) => <SubjectLink event={event} tabIndex={tabIndex} />,
  },
  {
    id: 'customer',
    title: 'Customer',
    width: 140,
    grow: 1.4,
    cell: customer,
  },
  {
    id: 'actor',
    title: 'Who',
    width: 120,
    grow: 1,
    cell: who,
  },
  { id: 'position', title: 'Position', width: 84, grow: 0.3, align: 'end', cell: ({ id }) => id },
];

/** The same for a phone: each event says in two lines what happened and to whom, when, and who did it. */
export const NARROW_EVENT_COLUMNS: readonly Column<EventRow>[] = [
  {
    id: 'what',
    title: 'What',
    width: 150,
    rank: 0,
    cell: (row, tabIndex) => (
      <TwoLines
        first={inWords(row.event.type)}
        second={customer(row, tabIndex) || <SubjectLink event={row.event} tabIndex={tabIndex} />}
      />
    ),
  },
  whenAndWho(when, who),
];
