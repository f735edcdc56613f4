import type { LicenseKeyDto } from '../../api/schema';
import { MetadataFacts } from '../../page/metadata-facts';
import { Panel } from '../../page/panel';
import { fieldOf } from '../fields';
import { useFieldForm } from './use-field-form';
import classes from './details.module.css';

const [NOTE, METADATA] = [fieldOf('note'), fieldOf('metadata')];

/** What colleagues should know of a license key, and what the vendor's own systems know it by. */
export function NotePanel({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { note, metadata } = licenseKey;
  const ofNote = useFieldForm(NOTE, licenseKey);
  const ofMetadata = useFieldForm(METADATA, licenseKey);
  return (
    <Panel title="Note" actions={ofNote.form === undefined && ofNote.pencil}>
      {ofNote.form ?? <p className={classes.note}>{note ?? <span className="quiet">None yet.</span>}</p>}
      {ofMetadata.form ?? (
        <div className={classes.metadata}>
          {metadata === undefined ? <span className="quiet">No metadata</span> : <MetadataFacts metadata={metadata} />}
          {ofMetadata.pencil}
        </div>
      )}
    </Panel>
  );
}
