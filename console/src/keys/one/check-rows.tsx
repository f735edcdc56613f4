import { Table, VisuallyHidden } from '@mantine/core';
import type { LoggedCheckDto } from '../../api/schema';
import { ExplainLink } from '../../explain/explain-link';
import { PASSED } from '../../overview/verdicts';
import { counted, grouped } from '../../text/numbers';
import { Time } from '../../text/time';
import { clockTime, daysBetween } from '../../text/times';
import { useNow } from '../../text/use-now';
import { Verdict } from '../../text/verdict';
import { ChevronRightIcon } from '../../theme/screen-icons';
import { dateInWords } from '../../usage/day-in-words';
import { dayOf, type DaySums } from './check-filter';
import classes from './checks.module.css';
import { type Device, nameOfDevice } from './devices';

interface CheckRowsProps {
  rows: readonly LoggedCheckDto[];
  /** Absent while nobody knows. */
  sums?: DaySums;
  devices: readonly Device[];
}

/** Checks under the day on which they were. */
export function CheckRows({ rows, sums, devices }: CheckRowsProps) {
  const names = new Map(devices.map((device) => [device.id, nameOfDevice(device)]));
  return (
    <Table horizontalSpacing={18} verticalSpacing={7} fz="sm" className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Time</Table.Th>
          <Table.Th>Verdict</Table.Th>
          <Table.Th>Device</Table.Th>
          <Table.Th visibleFrom="sm">From</Table.Th>
          <Table.Th visibleFrom="sm">Program said</Table.Th>
          <Table.Th>
            <VisuallyHidden>Why</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      {[...byDay(rows)].map(([day, checks]) => (
        <Table.Tbody key={day}>
          <Table.Tr className={classes.day}>
            <Table.Th colSpan={4} scope="rowgroup">
              <Day day={day} sum={sums?.get(day)} />
            </Table.Th>
            {/* Columns that aren't there would take their share of the width. */}
            <Table.Td colSpan={2} visibleFrom="sm" />
          </Table.Tr>
          {checks.map((check) => (
            <Row key={check.id} check={check} device={names.get(check.device ?? 0)} />
          ))}
        </Table.Tbody>
      ))}
    </Table>
  );
}

function byDay(rows: readonly LoggedCheckDto[]): Map<string, LoggedCheckDto[]> {
  const days = new Map<string, LoggedCheckDto[]>();
  for (const row of rows) {
    const day = dayOf(Number(row.timeAt));
    const checks = days.get(day);
    if (checks) checks.push(row);
    else days.set(day, [row]);
  }
  return days;
}

/** "Today, Monday 23 November · 9 checks, 3 refused". */
function Day({ day, sum }: { day: string; sum: { passed: number; refused: number } | undefined }) {
  const ago = daysBetween(new Date(`${day}T12:00:00`).getTime(), useNow());
  const [weekday, date] = dateInWords(day).split(/ (.*)/);
  const title = { 0: 'Today', 1: 'Yesterday' }[ago];
  return (
    <>
      <b>{title ?? weekday}</b>
      {title === undefined ? ` ${date}` : `, ${weekday} ${date}`}
      {sum && ` · ${sumInWords(sum)}`}
    </>
  );
}

function sumInWords({ passed, refused }: { passed: number; refused: number }): string {
  const checks = counted(passed + refused, 'check');
  if (refused === 0) return passed === 1 ? `${checks}, passed` : `${checks}, all passed`;
  return `${checks}, ${grouped(refused)} refused`;
}

function Row({ check, device }: { check: LoggedCheckDto; device: string | undefined }) {
  const { id, timeAt, status, ip, details } = check;
  return (
    <Table.Tr data-quiet={status === PASSED || undefined}>
      <Table.Td className={classes.nowrap}>
        <Time at={Number(timeAt)} as="clock" />
      </Table.Td>
      <Table.Td>
        <Verdict status={status} />
      </Table.Td>
      <Table.Td className={classes.device} title={device}>
        {device}
      </Table.Td>
      <Table.Td visibleFrom="sm" className="code">
        {ip}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.details} title={details}>
        <span>{details}</span>
      </Table.Td>
      <Table.Td ta="end">
        <ExplainLink log={id} of={`${status} at ${clockTime(Number(timeAt), true)}`} className={classes.explain}>
          <span>Explain</span>
          <ChevronRightIcon size={16} />
        </ExplainLink>
      </Table.Td>
    </Table.Tr>
  );
}
