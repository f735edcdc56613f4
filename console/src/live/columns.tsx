import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LoggedCheckDto } from '../api/schema';
import { CustomerName } from '../customers/customer-name';
import { ProductName } from '../products/product-name';
import { ExplainLink } from '../explain/explain-link';
import type { Column } from '../table/column';
import { TwoLines } from '../table/two-lines';
import { Time } from '../text/time';
import { clockTime, daysBetween } from '../text/times';
import { Verdict } from '../text/verdict';

/** The time alone where it is today's. */
function checkTime(at: number, tabIndex: number) {
  const isToday = daysBetween(at, Date.now()) === 0;
  return <Time at={at} as={isToday ? 'clock' : 'seconds'} capital tabIndex={tabIndex} />;
}

interface CellProps {
  log: LoggedCheckDto;
  tabIndex: number;
}

const keyOf = ({ key, licenseKey }: LoggedCheckDto) => <span className="code">{licenseKey ?? `record ${key}`}</span>;

function KeyLink({ log, tabIndex, children }: CellProps & { children: ReactNode }) {
  return (
    <Link to="/keys/$id" params={{ id: String(log.key) }} tabIndex={tabIndex} preload={false}>
      {children}
    </Link>
  );
}

const explain = ({ id, status, timeAt }: LoggedCheckDto, tabIndex: number) => (
  <ExplainLink log={id} of={`${status} at ${clockTime(Number(timeAt), true)}`} tabIndex={tabIndex} />
);

const EXPLAIN: Column<LoggedCheckDto> = {
  id: 'explain',
  title: 'Why',
  width: 72,
  rank: 1,
  grow: 0,
  cell: explain,
};

/** The columns of checks; `seesKeys`: whether their keys may be looked at. */
export function checkColumns(seesKeys: boolean): Column<LoggedCheckDto>[] {
  return [
    {
      id: 'time',
      title: 'Time',
      width: 92,
      grow: 0.7,
      cell: ({ timeAt }, tabIndex) => checkTime(Number(timeAt), tabIndex),
    },
    { id: 'status', title: 'Verdict', width: 158, grow: 0.3, cell: ({ status }) => <Verdict status={status} /> },
    {
      id: 'key',
      title: 'Key',
      width: 170,
      grow: 2.2,
      cell: (log, tabIndex) =>
        seesKeys ? (
          <KeyLink {...{ log, tabIndex }}>{keyOf(log)}</KeyLink>
        ) : (
          <span className="code">record {log.key}</span>
        ),
    },
    { id: 'uid', title: 'Customer', width: 130, grow: 1.4, cell: ({ uid }) => <CustomerName uid={uid} /> },
    { id: 'pid', title: 'Product', width: 110, grow: 0.8, cell: ({ pid }) => <ProductName pid={pid} /> },
    { id: 'ip', title: 'Address', width: 140, grow: 1, cell: ({ ip }) => ip },
    {
      id: 'details',
      title: 'Info',
      width: 140,
      grow: 1.6,
      cell: ({ details }) => <span title={details}>{details}</span>,
    },
    ...(seesKeys ? [EXPLAIN] : []),
  ];
}

/** Whose key was checked: the customer, or the key where it has none. */
function Checked({ log, tabIndex, seesKeys }: CellProps & { seesKeys: boolean }) {
  const name = log.uid === '' ? keyOf(log) : <CustomerName uid={log.uid} />;
  return (
    <>
      {seesKeys ? <KeyLink {...{ log, tabIndex }}>{name}</KeyLink> : name}{' '}
      <span className="quiet">
        · <ProductName pid={log.pid} />
      </span>
    </>
  );
}

/** The same for a phone: each check says in two lines how it was answered and whose key it was, when, and leads to why. */
export function narrowCheckColumns(seesKeys: boolean): Column<LoggedCheckDto>[] {
  return [
    {
      id: 'check',
      title: 'Verdict and customer',
      width: 150,
      rank: 0,
      cell: (log, tabIndex) => (
        <TwoLines first={<Verdict status={log.status} />} second={<Checked {...{ log, tabIndex, seesKeys }} />} />
      ),
    },
    {
      id: 'time',
      title: 'Time',
      width: 146,
      grow: 0,
      align: 'end',
      cell: (log, tabIndex) => (
        <TwoLines first={checkTime(Number(log.timeAt), tabIndex)} second={seesKeys && explain(log, tabIndex)} />
      ),
    },
  ];
}
