import { Link } from '@tanstack/react-router';
import type { LoggedCheckDto } from '../api/schema';
import { CustomerName } from '../customers/customer-name';
import { ProductName } from '../products/product-name';
import { ExplainLink } from '../explain/explain-link';
import type { Column } from '../table/column';
import { Time } from '../text/time';
import { clockTime, daysBetween } from '../text/times';
import { Verdict } from '../text/verdict';

/** The time alone where it is today's. */
function checkTime(at: number, tabIndex: number) {
  const isToday = daysBetween(at, Date.now()) === 0;
  return <Time at={at} as={isToday ? 'clock' : 'seconds'} capital tabIndex={tabIndex} />;
}

function KeyOfCheck({ log, tabIndex }: { log: LoggedCheckDto; tabIndex: number }) {
  return (
    <Link to="/keys/$id" params={{ id: String(log.key) }} className="code" tabIndex={tabIndex} preload={false}>
      {log.licenseKey ?? `record ${log.key}`}
    </Link>
  );
}

const EXPLAIN: Column<LoggedCheckDto> = {
  id: 'explain',
  title: 'Why',
  width: 72,
  rank: 1,
  grow: 0,
  cell: ({ id, status, timeAt }, tabIndex) => (
    <ExplainLink log={id} of={`${status} at ${clockTime(Number(timeAt), true)}`} tabIndex={tabIndex} />
  ),
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
        seesKeys ? <KeyOfCheck log={log} tabIndex={tabIndex} /> : <span className="code">record {log.key}</span>,
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
