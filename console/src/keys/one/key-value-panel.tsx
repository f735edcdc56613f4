import type { LicenseKeyDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { WithCopy } from '../../text/with-copy';
import classes from '../key-screen.module.css';

/** The key value, to copy. */
export function KeyValuePanel({ licenseKey: { key } }: { licenseKey: LicenseKeyDto }) {
  return (
    <Panel title="License key">
      <WithCopy text={key} label="Copy the key">
        <span className={classes.value}>{key}</span>
      </WithCopy>
    </Panel>
  );
}
