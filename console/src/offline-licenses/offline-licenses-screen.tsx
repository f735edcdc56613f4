import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LicenseKeyDto } from '../api/schema';
import { KeyState, stateOf } from '../keys/key-state';
import { Facts } from '../page/facts';
import { Page } from '../page/page';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Time } from '../text/time';
import { FindKey } from './find-key';
import { licenseKeyQuery } from './found-keys';
import { IssuePanel } from './issue-panel';
import { IssuedList } from './issued-list';
import { readRequestCode } from './request-code';
import classes from './offline-licenses.module.css';

/** Licenses that programs show themselves where there is no network: issue them, and see which there are. */
export default function OfflineLicensesScreen() {
  const [search, change] = useSearchParams();
  const id = firstOf(search['key']);
  const [request, setRequest] = useState('');
  const mayRead = useCan('keys:read');
  // Going back leads to other keys, for which it is not.
  const ownRequest = readRequestCode(request)?.key === id ? request : '';
  const reference = id === undefined ? undefined : encodeURIComponent(id);
  const another = () => {
    setRequest('');
    change({ key: undefined }, { replace: false });
  };
  return (
    <Page
      title="Offline licenses"
      lead="For programs that have no network for months, or never: signed, for one license key, and preferably for one device."
      requests={
        reference === undefined
          ? undefined
          : [
              { label: 'The licenses of this key', path: `/api/keys/${reference}/licenses` },
              {
                label: 'Issue one',
                method: 'POST',
                path: `/api/keys/${reference}/license`,
                body: { device: 'anna-laptop', days: 90 },
              },
            ]
      }
      actions={
        id !== undefined && (
          <Button variant="default" onClick={another}>
            Another license key
          </Button>
        )
      }
    >
      <div className={classes.screen}>
        {id === undefined ? (
          <FindKey onRequest={setRequest} />
        ) : (
          <>
            {mayRead && <KeyPanel id={id} />}
            <IssuePanel key={id} id={id} request={ownRequest} />
            {mayRead && <IssuedList id={id} />}
          </>
        )}
      </div>
    </Page>
  );
}

function KeyPanel({ id }: { id: string }) {
  const { data, error } = useQuery(licenseKeyQuery(id));
  return (
    <Panel title="License key">
      <ProblemAlert error={error} />
      {!data && !error && <Waiting />}
      {data && <KeyFacts licenseKey={data} />}
    </Panel>
  );
}

function KeyFacts({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { id, key, uuid, product, expiresAt, seats } = licenseKey;
  const isUsable = stateOf(licenseKey).tone === 'good';
  return (
    <>
      {!isUsable && (
        <p className={classes.warning} role="alert">
          No license can be issued: {inSentence(stateOf(licenseKey).why)} <OpenKey id={id}>Change that first</OpenKey>
        </p>
      )}
      <Facts
        facts={{
          Key: (
            <OpenKey id={id} className="code">
              {key}
            </OpenKey>
          ),
          State: <KeyState licenseKey={licenseKey} />,
          Customer: uuid,
          Product: product,
          Expires: <Time at={expiresAt} />,
          Seats: seats === undefined ? undefined : `${seats}; a license for a device takes one while it is valid`,
        }}
      />
    </>
  );
}

const inSentence = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

function OpenKey({ id, className, children }: { id: number; className?: string; children: string }) {
  return (
    <Link to="/keys/$id" params={{ id: String(id) }} className={className}>
      {children}
    </Link>
  );
}
