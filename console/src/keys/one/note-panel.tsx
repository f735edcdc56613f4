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
  const ofNote = useForm(NOTE, licenseKey);
  const ofMetadata = useForm(METADATA, licenseKey);
  return (
    <Panel title="Note" actions={ofNote.form === undefined && <ChangeField field={NOTE} hasFocus={ofNote.hasClosed} />}>
      {ofNote.form ?? <p className={classes.note}>{note ?? <span className="quiet">None yet.</span>}</p>}
      {ofMetadata.form ?? (
        <div className={classes.metadata}>
          {metadata === undefined ? <span className="quiet">No metadata</span> : <MetadataFacts metadata={metadata} />}
          <ChangeField field={METADATA} hasFocus={ofMetadata.hasClosed} />
        </div>
      )}
    </Panel>
  );
}

/** The form of a field while it is open, and whether it was. */
function useForm(field: Field, licenseKey: LicenseKeyDto) {
  const { isOpen, hasClosed, close } = useEditing(field.name);
  const mayChange = useCan(...scopesOf(field.name));
  const form = isOpen && mayChange ? <FieldEditor field={field} licenseKey={licenseKey} onEnd={close} /> : undefined;
  return { form, hasClosed };
}
