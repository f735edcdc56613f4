import type { LicenseKeyDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { WithCopy } from '../../text/with-copy';
import { ReplaceKey } from './replace-key';
import classes from '../key-screen.module.css';

/** The key value, to copy, or to be replaced. */
export function KeyValuePanel({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { key } = licenseKey;
  return (
    <Panel title="License key" actions={<ReplaceKey licenseKey={licenseKey} />}>
      <WithCopy text={key} label="Copy the key">
        <span className={classes.value}>{key}</span>
      </WithCopy>
    </Panel>
  );
}
