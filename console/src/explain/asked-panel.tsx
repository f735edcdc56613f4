import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { ProductLink } from '../keys/one/key-lead';
import { Time } from '../text/time';
import { keyUsageQuery } from '../usage/use-usage';
import { checksAround } from './around';
import classes from './explain.module.css';
import type { ExplainedLog } from './explained-log';
import { Hour } from './hour';
import { HourList } from './hour-list';

const NONE = { checks: [], isCut: false };

/** The check as the log has it, and what was around it. */
export function AskedPanel({ explained }: { explained: ExplainedLog }) {
  const { past, licenseKey } = explained;
  const { data: { checks, isCut } = NONE, error } = useQuery(checksAround(explained));
  const { data: usage } = useQuery(keyUsageQuery(licenseKey.id));
  const names = new Map((usage?.devices ?? []).map(({ id, name }) => [id, name || `device ${id}`]));
  return (
    <Panel title="What was asked" aside="from the log; nothing is assumed">
      <dl className={classes.asked}>
        <Fact name="Time">
          <Time at={past.at} as="seconds" capital />
        </Fact>
        <Fact name="Device">
          {past.deviceId === undefined ? (
            <span className="quiet">not recorded</span>
          ) : (
            <>
              {past.deviceName || 'without a name'} <span className="quiet">({past.deviceId})</span>
            </>
          )}
        </Fact>
        <Fact name="Address">
          <span className="code">{past.address}</span>
        </Fact>
        <Fact name="Product">
          {past.product === undefined ? (
            <span className="quiet">none</span>
          ) : (
            <>
              <ProductLink pid={past.product} /> <span className="quiet">({past.product})</span>
            </>
          )}
        </Fact>
        {past.required && <Fact name="Required">{past.required.join(', ')}</Fact>}
        {past.version && <Fact name="Version">{past.version}</Fact>}
        <Fact name="Program said">{past.details || <span className="quiet">nothing</span>}</Fact>
      </dl>
      <ProblemAlert error={error} />
      <Hour explained={explained} checks={checks} names={names} />
      <HourList explained={explained} checks={checks} names={names} />
      {isCut && <p className={classes.cut}>There are many checks; the newest of each half hour are shown.</p>}
    </Panel>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
