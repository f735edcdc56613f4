import type { LicenseKeyDto } from '../../api/schema';
import { MetadataFacts } from '../../page/metadata-facts';
import { Panel } from '../../page/panel';
import { useCan } from '../../session/me';
import { type Field, fieldOf, scopesOf } from '../fields';
import { ChangeField } from './change-field';
import { FieldEditor } from './field-editor';
import { useEditing } from './use-editing';
import classes from './details.module.css';

const [NOTE, METADATA] = [fieldOf('note'), fieldOf('metadata')];

/** What colleagues should know of a license key, and what the vendor's own systems know it by. */
export function NotePanel({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { note, metadata } = licenseKey;
  const noteForm = useForm(NOTE, licenseKey);
  const metadataForm = useForm(METADATA, licenseKey);
  return (
    <Panel title="Note" actions={noteForm === undefined && <ChangeField field={NOTE} />}>
      {noteForm ?? <p className={classes.note}>{note ?? <span className="quiet">None yet.</span>}</p>}
      {metadataForm ?? (
        <div className={classes.metadata}>
          {metadata === undefined ? <span className="quiet">No metadata</span> : <MetadataFacts metadata={metadata} />}
          <ChangeField field={METADATA} />
        </div>
      )}
    </Panel>
  );
}

/** The form of a field, while it is open. */
function useForm(field: Field, licenseKey: LicenseKeyDto) {
  const { isOpen, close } = useEditing(field.name);
  const mayChange = useCan(...scopesOf(field.name));
  return isOpen && mayChange ? <FieldEditor field={field} licenseKey={licenseKey} onEnd={close} /> : undefined;
}
