import type { Tagged } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { useDraft } from '../../form/draft';
import { InPlaceForm } from '../../form/in-place-form';
import { valueInWords } from '../change-in-words';
import { entryOf, FieldInput, valueOf } from '../field-input';
import type { Field } from '../fields';
import { KeyChangedMeanwhile } from './key-changed-meanwhile';
import { useUpdateKey } from './key-query';
import classes from './details.module.css';

interface FieldEditorProps {
  field: Field;
  licenseKey: Tagged<LicenseKeyDto>;
  onEnd: () => void;
}

/** Changes one field in its place; what it was and what it becomes stands there before it is saved. */
export function FieldEditor({ field, licenseKey, onEnd }: FieldEditorProps) {
  const { name, shownAs } = field;
  const { id, etag } = licenseKey;
  const before = licenseKey[shownAs];
  const [{ entry }, setTyped, draft] = useDraft(`key ${id} ${name}`, { entry: entryOf(field, before) }, etag);
  const update = useUpdateKey(licenseKey);
  const after = valueOf(field, entry);
  const change = { [name]: after };
  const save = (based: string | undefined) =>
    update.mutate(
      { ...change, etag: based },
      {
        onSuccess: () => {
          draft.forget();
          onEnd();
        },
      },
    );
  const takeTheirs = () => {
    draft.discard();
    onEnd();
  };
  return (
    <InPlaceForm
      onSubmit={() => save(draft.etag)}
      onEnd={onEnd}
      isBusy={update.isPending}
      error={update.error}
      draft={draft}
    >
      <FieldInput field={field} entry={entry} onChange={(next) => setTyped({ entry: next })} autoFocus />
      {field.kind !== 'lines' && field.kind !== 'metadata' && field.kind !== 'meters' && (
        <p className={classes.change} role="status">
          {draft.isDirty && (
            <>
              <del>{valueInWords(name, before)}</del> → <ins>{valueInWords(name, after)}</ins>
            </>
          )}
        </p>
      )}
      <KeyChangedMeanwhile id={id} update={update} change={change} onKeep={save} onTake={takeTheirs} />
    </InPlaceForm>
  );
}
