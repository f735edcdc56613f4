import { Button, Group } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import type { LicenseKeyDto } from '../../api/schema';
import { OnceButton } from '../../form/once-button';
import { ProblemAlert } from '../../page/problem-alert';
import { valueInWords } from '../change-in-words';
import { entryOf, FieldInput, valueOf } from '../field-input';
import type { Field } from '../fields';
import { useUpdateKey } from './key-query';
import classes from './fields.module.css';

interface FieldEditorProps {
  field: Field;
  licenseKey: LicenseKeyDto;
  shownAs: string;
  onEnd: () => void;
}

/** Changes one field in its place; what it was and what it becomes stands there before it is saved. */
export function FieldEditor({ field, licenseKey, shownAs, onEnd }: FieldEditorProps) {
  const before = licenseKey[field.shownAs];
  const [entry, setEntry] = useState(() => entryOf(field, before));
  const update = useUpdateKey(licenseKey, shownAs);
  const isChanged = entry !== entryOf(field, before);
  const after = valueOf(field, entry);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) update.mutate({ [field.name]: after }, { onSuccess: onEnd });
    else onEnd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd();
  };
  return (
    <div className={classes.editor}>
      <dt hidden>{field.label}</dt>
      <dd style={{ margin: 0 }}>
        <form onSubmit={submit} onKeyDown={onKeyDown}>
          <FieldInput field={field} entry={entry} onChange={setEntry} autoFocus />
          <p className={classes.change} role="status">
            {isChanged ? (
              <>
                <del>{valueInWords(field.name, before)}</del> → <ins>{valueInWords(field.name, after)}</ins>
              </>
            ) : (
              <span className="quiet">Nothing is changed yet.</span>
            )}
          </p>
          <ProblemAlert error={update.error} />
          <Group gap="xs" mt="xs">
            <OnceButton size="xs" type="submit" disabled={!isChanged} loading={update.isPending}>
              Save
            </OnceButton>
            <Button size="xs" variant="default" onClick={onEnd}>
              Cancel
            </Button>
          </Group>
        </form>
      </dd>
    </div>
  );
}
