import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Tagged } from '../api/client';
import type { LicenseKeyDto } from '../api/schema';
import { useCustomerName } from '../customers/customer-names';
import { NextStep } from '../explain/next-step';
import { Columns } from '../page/columns';
import { Crumbs } from '../page/crumbs';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { Redirect } from '../page/redirect';
import { Waiting } from '../page/waiting';
import { usePlanned } from '../plans/use-planned';
import { BoughtWith } from '../sales/bought-with';
import { useCan } from '../session/me';
import { ChecksPanel } from './one/checks-panel';
import { DetailsPanel } from './one/details-panel';
import { DevicesPanel } from './one/devices-panel';
import { ExpiresSoon } from './one/expires-soon';
import { KeyActions } from './one/key-actions';
import { KeyChangesPanel } from './one/key-changes-panel';
import { KeyLead } from './one/key-lead';
import { keyQuery } from './one/key-query';
import { KeyStatus } from './one/key-status';
import { KeyValuePanel } from './one/key-value-panel';
import { MetersPanel } from './one/meters-panel';
import { NotePanel } from './one/note-panel';
import { OfflineLine } from './one/offline-line';
import { UsedFromPanel } from './one/used-from-panel';

/** One license key: whose it is and how it stands, who uses it, what its checks were answered, and what was done to it. */
export default function KeyScreen() {
  const id = useParams({ strict: false })['id']!;
  const { data: licenseKey, error } = useQuery(keyQuery(id));
  const name = useCustomerName(licenseKey?.uuid ?? '');
  const path = `/api/keys/${encodeURIComponent(id)}`;
  // A key itself doesn't belong into the address, and may be another one soon.
  if (licenseKey && id !== String(licenseKey.id))
    return <Redirect to="/keys/$id" params={{ id: String(licenseKey.id) }} />;
  return (
    <Page
      title={licenseKey ? name : 'License key'}
      crumbs={
        <Crumbs to="/keys" list="License keys">
          {licenseKey && <span className="code">…{licenseKey.key.slice(-12)}</span>}
        </Crumbs>
      }
      aside={licenseKey && <Status licenseKey={licenseKey} />}
      lead={licenseKey && <KeyLead licenseKey={licenseKey} />}
      actions={licenseKey && <KeyActions licenseKey={licenseKey} />}
      requests={[
        { label: 'This key', path },
        { label: 'Disable it', method: 'PUT', path, body: { disabled: true } },
        { label: 'Its checks', path: '/api/logs', query: { key: id, limit: 100 } },
        { label: 'Its devices', path: `${path}/devices` },
        { label: 'Its meters', path: `${path}/meters` },
        { label: 'Who changed it', path: `${path}/changes` },
        { label: 'Who used it', path: `${path}/usage`, query: { days: 90 } },
      ]}
    >
      <ReadProblem error={error} />
      {licenseKey === undefined ? !error && <Waiting /> : <Parts licenseKey={licenseKey} />}
    </Page>
  );
}

const Status = ({ licenseKey }: { licenseKey: LicenseKeyDto }) => <KeyStatus licenseKey={usePlanned(licenseKey)} />;

function Parts({ licenseKey }: { licenseKey: Tagged<LicenseKeyDto> }) {
  const { id } = licenseKey;
  const planned = usePlanned(licenseKey);
  const maySeeLogs = useCan('logs:read');
  const maySeeSales = useCan('sales:read');
  return (
    <>
      <NextStep keyId={id} otherwise={<ExpiresSoon licenseKey={licenseKey} />} />
      <Columns
        first={<KeyValuePanel licenseKey={licenseKey} />}
        main={
          <>
            <DevicesPanel licenseKey={planned} />
            <MetersPanel keyId={id} />
            {maySeeLogs && <ChecksPanel licenseKey={licenseKey} />}
            {maySeeLogs && <UsedFromPanel licenseKey={licenseKey} />}
          </>
        }
        side={
          <>
            <DetailsPanel licenseKey={licenseKey} />
            <NotePanel licenseKey={licenseKey} />
            {maySeeSales && <BoughtWith keyId={id} />}
            <OfflineLine keyId={id} />
            <KeyChangesPanel keyId={id} />
          </>
        }
      />
    </>
  );
}
