import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ApiProblem } from '../api/problem';
import { useCustomerName } from '../customers/customer-names';
import { Crumbs } from '../page/crumbs';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { nameOfProduct, useProducts } from '../products/products';
import { useRefusal } from '../session/who-may';
import { CopyButton } from '../text/copy';
import { isolated } from '../text/isolated';
import { localTime } from '../text/times';
import { ChevronDownIcon } from '../theme/screen-icons';
import { Answers } from './answers';
import { AskedPanel } from './asked-panel';
import classes from './explain.module.css';
import { explainedLog, type ExplainedLog } from './explained-log';
import { forCustomer } from './for-customer';
import { NextStep } from './next-step';
import { RulesPanel } from './rules-panel';
import { StepBox } from './step-box';
import { questionOf } from './then-now';

/** Why a logged check was answered as it was, beside what the same check would be answered now. */
export default function ExplainScreen() {
  const log = useParams({ strict: false })['log']!;
  const [mayNotSeeKeys, mayNotSeeLogs] = [useRefusal(['keys:read']), useRefusal(['logs:read'])];
  const refusal = mayNotSeeKeys ?? mayNotSeeLogs;
  if (refusal !== undefined)
    return <Untold>Explaining a check needs access to license keys and logs. {refusal}</Untold>;
  return /^\d{1,15}$/.test(log) ? <Explained log={Number(log)} /> : <Gone />;
}

function Explained({ log }: { log: number }) {
  const { data: explained, error } = useQuery(explainedLog(log));
  if (error instanceof ApiProblem && error.status === 404) return <Gone />;
  if (explained !== undefined) return <Parts explained={explained} />;
  return (
    <Page title="Explain a check">
      <ReadProblem error={error} />
      {!error && <Waiting />}
    </Page>
  );
}

function Parts({ explained }: { explained: ExplainedLog }) {
  const { past, licenseKey, nextSteps, at: now } = explained;
  const products = useProducts();
  const name = useCustomerName(licenseKey.uuid);
  const nameOf = (pid: number) => isolated(nameOfProduct(products, pid));
  return (
    <Page
      title={questionOf(explained)}
      crumbs={
        <Crumbs to={`/keys/${licenseKey.id}`} list={name}>
          Check, {localTime(past.at, true, now)}
        </Crumbs>
      }
      lead={
        <Link to="/keys/$id" params={{ id: String(licenseKey.id) }}>
          {nameOf(licenseKey.product)}, <span className="code">…{licenseKey.key.slice(-12)}</span>
        </Link>
      }
      actions={
        <>
          <CopyButton text={forCustomer(explained, nameOf)}>Copy for the customer</CopyButton>
          <Neighbour log={past.previous} label="Previous check" isUp />
          <Neighbour log={past.next} label="Next check" />
        </>
      }
      requests={[{ label: 'This explanation', method: 'POST', path: '/api/check/explain', body: { log: past.log } }]}
    >
      <Answers explained={explained} nameOfProduct={nameOf} />
      {nextSteps.length > 0 ? <StepBox explained={explained} /> : <NextStep keyId={licenseKey.id} />}
      <div className={classes.parts}>
        <AskedPanel explained={explained} />
        <RulesPanel explained={explained} nameOfProduct={nameOf} />
      </div>
    </Page>
  );
}

interface NeighbourProps {
  log: number | undefined;
  label: string;
  isUp?: boolean;
}

/** The same license key's check before or after, where there is one. */
function Neighbour({ log, label, isUp }: NeighbourProps) {
  const className = isUp ? classes.up : undefined;
  if (log === undefined)
    return (
      <ActionIcon variant="default" className={className} aria-label={label} disabled>
        <ChevronDownIcon size={18} />
      </ActionIcon>
    );
  return (
    <ActionIcon
      variant="default"
      className={className}
      aria-label={label}
      title={label}
      renderRoot={(props) => <Link to="/logs/$log" params={{ log: String(log) }} {...props} />}
    >
      <ChevronDownIcon size={18} />
    </ActionIcon>
  );
}

const Gone = () => (
  <Untold>
    This check is no longer in the log: it was deleted with its license key, or because of its age.{' '}
    <Link to="/live">Newest checks</Link>
  </Untold>
);

function Untold({ children }: { children: React.ReactNode }) {
  return (
    <Page title="Nothing to explain">
      <p className={classes.untold}>{children}</p>
    </Page>
  );
}
