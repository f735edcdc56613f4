import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { LicenseKeyDto } from '../api/schema';
import { Page } from '../page/page';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { useCan } from '../session/me';
import { Copy } from '../text/copy';
import { KeyState } from './key-state';
import { AuditPanel } from './one/audit-panel';
import { DevicesPanel } from './one/devices-panel';
import { ExplainPanel } from './one/explain-panel';
import { FieldsPanel } from './one/fields-panel';
import { KeyActions } from './one/key-actions';
import { keyQuery } from './one/key-query';
import { LogsPanel } from './one/logs-panel';
import classes from './key-screen.module.css';

/** One license key: what it is, why it is refused, who uses it, and what was done to it. */
export default function KeyScreen() {
  const id = useParams({ strict: false })['id']!;
  const { data: licenseKey, error } = useQuery(keyQuery(id));
  const path = `/api/keys/${encodeURIComponent(id)}`;
  return (
    <Page
      title={licenseKey?.key ?? 'License key'}
      aside={
        licenseKey && (
          <>
            <Copy text={licenseKey.key} label="Copy the key" />
            <KeyState licenseKey={licenseKey} />
          </>
        )
      }
      actions={licenseKey && <KeyActions licenseKey={licenseKey} shownAs={id} />}
      requests={[
        { label: 'This key', path },
        { label: 'Disable it', method: 'PUT', path, body: { disabled: true } },
        { label: 'Its checks', path: '/api/logs', query: { key: id, limit: 100 } },
        { label: 'Its devices', path: `${path}/devices` },
      ]}
    >
      <ProblemAlert error={error} />
      {licenseKey === undefined ? !error && <Waiting /> : <Parts licenseKey={licenseKey} shownAs={id} />}
    </Page>
  );
}

function Parts({ licenseKey, shownAs }: { licenseKey: LicenseKeyDto; shownAs: string }) {
  const maySeeLogs = useCan('logs:read');
  const maySeeAudit = useCan('admin');
  return (
    <div className={classes.parts}>
      <div className={classes.column}>
        <FieldsPanel licenseKey={licenseKey} shownAs={shownAs} />
        <DevicesPanel licenseKey={licenseKey} />
      </div>
      <div className={classes.column}>
        <ExplainPanel licenseKey={licenseKey} />
        {maySeeLogs && <LogsPanel licenseKey={licenseKey} />}
        {maySeeAudit && <AuditPanel licenseKey={licenseKey} />}
      </div>
    </div>
  );
}
