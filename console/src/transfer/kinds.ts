import type { Fields } from '../../../src/platform/fields/field';
import { LICENSE_KEY_FIELDS } from '../../../src/licensing/license-keys/license-key-fields';
import { LINK_FIELDS } from '../../../src/links/link-fields';
import { GERMAN } from './german';

/** What can be imported and exported, and the columns that the API knows. */
export interface TransferKind {
  name: 'keys' | 'links';
  title: string;
  /** One of them, and many. */
  one: string;
  path: '/api/keys' | '/api/links';
  reads: string;
  writes: string;
  columns: readonly TransferColumn[];
  /** The column that no two of them have in common. */
  identity: 'key' | 'name';
}

export interface TransferColumn {
  name: string;
  /** Its name on creation, by which the API tells what is wrong with it. */
  field: string;
  label: string;
  isNeeded?: boolean;
  /** What others call it, in English and German. */
  known: readonly string[];
}

const columnsFor = (fields: Fields): TransferColumn[] =>
  Object.entries(fields).map(
    ([
      name,
      {
        sentAs,
        console: { label, heading = label, isNeeded, known },
      },
    ]) => ({
      name,
      field: sentAs ?? name,
      label: heading,
      isNeeded,
      known: [...known, ...(GERMAN[name] ?? [])],
    }),
  );

/** In no export. */
const PASSWORD = {
  name: 'password',
  field: 'password',
  label: 'Password',
  known: ['passphrase', 'passwort', 'kennwort'],
};

export const KINDS: readonly TransferKind[] = [
  {
    name: 'keys',
    title: 'License keys',
    one: 'license key',
    path: '/api/keys',
    reads: 'keys:read',
    writes: 'keys:write',
    columns: columnsFor(LICENSE_KEY_FIELDS),
    identity: 'key',
  },
  {
    name: 'links',
    title: 'Links',
    one: 'link',
    path: '/api/links',
    reads: 'links:read',
    writes: 'links:write',
    columns: [...columnsFor(LINK_FIELDS), PASSWORD],
    identity: 'name',
  },
];
