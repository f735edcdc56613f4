import type { LicenseKeyDto } from '../../api/schema';
import { useDraft } from '../../form/draft';
import { InPlaceForm } from '../../form/in-place-form';
import { valueInWords } from '../change-in-words';
import { entryOf, FieldInput, valueOf } from '../field-input';
import type { Field } from '../fields';
import { useUpdateKey } from './key-query';
import classes from './details.module.css';

interface FieldEditorProps {
  field: Field;
  licenseKey: LicenseKeyDto;
  onEnd: () => void;
}

/** Changes one field in its place; what it was and what it becomes stands there before it is saved. */
export function FieldEditor({ field, licenseKey, onEnd }: FieldEditorProps) {
  const { name, shownAs } = field;
  const before = licenseKey[shownAs];
  const [{ entry }, setTyped, draft] = useDraft(`key ${licenseKey.id} ${name}`, { entry: entryOf(field, before) });
  const update = useUpdateKey(licenseKey);
  const after = valueOf(field, entry);
  const save = () =>
    update.mutate(
      { [name]: after },
      {
        onSuccess: () => {
          draft.forget();
          onEnd();
        },
      },
    );
  return (
    <InPlaceForm onSubmit={save} onEnd={onEnd} isBusy={update.isPending} error={update.error} draft={draft}>
      <FieldInput field={field} entry={entry} onChange={(next) => setTyped({ entry: next })} autoFocus />
      {field.kind !== 'lines' && field.kind !== 'metadata' && (
        <p className={classes.change} role="status">
          {draft.isDirty && (
            <>
              <del>{valueInWords(name, before)}</del> → <ins>{valueInWords(name, after)}</ins>
            </>
          )}
        </p>
      )}
    </InPlaceForm>
  );
}
