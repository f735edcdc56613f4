import { useState } from 'react';
import type { LicenseKeyDto } from '../../api/schema';
import { useCan } from '../../session/me';
import { type Field, scopesOf } from '../fields';
import { ChangeField } from './change-field';
import { FieldEditor } from './field-editor';
import { useEditing } from './use-editing';

/** The form of a field while it is open, and the pencil that opens it. */
export function useFieldForm(field: Field, licenseKey: LicenseKeyDto) {
  const { isOpen, isOtherOpen, close } = useEditing(field.name);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const mayChange = useCan(...scopesOf(field.name));
  return {
    form: isOpen && mayChange ? <FieldEditor field={field} licenseKey={licenseKey} onEnd={close} /> : undefined,
    // It gets the focus back, unless another form has it by now.
    pencil: <ChangeField field={field} hasFocus={wasOpen && !isOtherOpen} />,
  };
}
