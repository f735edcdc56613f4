import { useQueryClient } from '@tanstack/react-query';
import type { Tagged } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { ChangedMeanwhile } from '../../form/changed-meanwhile';
import { useDraft } from '../../form/draft';
import { InPlaceForm } from '../../form/in-place-form';
import { valueInWords } from '../change-in-words';
import { entryOf, FieldInput, valueOf } from '../field-input';
import { type Field, FIELDS } from '../fields';
import { readKey, refreshKeys, useUpdateKey } from './key-query';
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
  const cache = useQueryClient();
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
    void refreshKeys(cache);
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
      {field.kind !== 'lines' && field.kind !== 'metadata' && (
        <p className={classes.change} role="status">
          {draft.isDirty && (
            <>
              <del>{valueInWords(name, before)}</del> → <ins>{valueInWords(name, after)}</ins>
            </>
          )}
        </p>
      )}
      <ChangedMeanwhile
        error={update.error}
        fields={FIELDS}
        change={change}
        target={{ targetType: 'licenseKey', targetId: id }}
        read={() => readKey(String(id))}
        isBusy={update.isPending}
        onKeep={save}
        onTake={takeTheirs}
        onClose={update.reset}
      />
    </InPlaceForm>
  );
}
