import { fieldsIn, sentName } from '../../../src/platform/fields/field';
import { LICENSE_KEY_FIELDS } from '../../../src/licensing/license-keys/license-key-fields';
import { type FormField, toFormField } from '../form/described-field';
import type { KeyChangeDto, LicenseKeyDto } from '../api/schema';

/** A field of a license key that can be given and changed: what it is called, what it means, how it is entered. */
export interface Field extends FormField {
  name: Exclude<keyof KeyChangeDto, 'extendDays' | 'expiresAtIfNone'>;
  /** Its name in a license key that the API shows. */
  shownAs: Exclude<keyof LicenseKeyDto, 'id'>;
}

/** What people look for first; the others follow in their order. */
const FIRST: readonly string[] = ['uid', 'pid', 'status', 'disabled', 'expiresAt'];
const rank = ({ name }: { name: string }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);

export const FIELDS: readonly Field[] = fieldsIn(LICENSE_KEY_FIELDS, 'update')
  .map(([name, field]): Field => ({
    name: sentName(name, field) as Field['name'],
    shownAs: name,
    ...toFormField(field),
  }))
  .toSorted((a, b) => rank(a) - rank(b));

/** A field that a new license key may be given. */
export type NewField = FormField & { name: string };

export const NEW_FIELDS: readonly NewField[] = fieldsIn(LICENSE_KEY_FIELDS, 'create')
  .map(([name, field]): NewField => ({ name: sentName(name, field), ...toFormField(field) }))
  .toSorted((a, b) => rank(a) - rank(b));

export const fieldOf = (name: Field['name']): Field => FIELDS.find((field) => field.name === name)!;

/** The scopes of which one is needed to change a field. */
export const scopesOf = (name: Field['name']): string[] => ['keys:write', ...fieldOf(name).changedBy];
