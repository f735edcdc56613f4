import { fieldsIn, sentName } from '../../../src/platform/fields/field';
import { LICENSE_KEY_FIELDS } from '../../../src/licensing/license-keys/license-key-fields';
import type { KeyFilterDto } from '../api/schema';
import { toFormField } from '../form/described-field';
import { firstOf, type Search } from '../search-params';

/** A filter of the list, under the name that it has in the API and in the address. */
export interface Filter {
  name: keyof KeyFilterDto;
  label: string;
  kind: 'text' | 'number' | 'flag' | 'time';
  /** What `true` and `false` are called. */
  words?: readonly [string, string];
  description?: string;
  placeholder?: string;
}

const FILTERS_BY_HAND: readonly Filter[] = [
  {
    name: 'q',
    label: 'Words',
    kind: 'text',
    placeholder: 'tanaka',
    description: 'From customer, product, note or devices.',
  },
  { name: 'keyPrefix', label: 'Key begins with', kind: 'text', placeholder: '0b6f1a52' },
  { name: 'uid', label: 'Customer', kind: 'text', placeholder: 'customer-17' },
  { name: 'uidPrefix', label: 'Customer begins with', kind: 'text', placeholder: 'customer-' },
  { name: 'pid', label: 'Product', kind: 'number', placeholder: '6' },
  { name: 'status', label: 'Active', kind: 'flag', words: ['active', 'inactive'] },
  { name: 'disabled', label: 'Disabled', kind: 'flag', words: ['disabled', 'not disabled'] },
  { name: 'locked', label: 'Node lock', kind: 'flag', words: ['node-locked', 'not node-locked'] },
  { name: 'test', label: 'Test keys', kind: 'flag', words: ['test keys', 'no test keys'] },
  { name: 'hasSeats', label: 'Seats', kind: 'flag', words: ['with seats', 'without seats'] },
  { name: 'hasPlan', label: 'On a plan', kind: 'flag', words: ['on a plan', 'on no plan'] },
  {
    name: 'ip',
    label: 'Address',
    kind: 'text',
    placeholder: '203.0.113.7',
    description: 'Exactly this address or CIDR range.',
  },
  { name: 'expiresBefore', label: 'Expires before', kind: 'time', description: 'Leaves out keys that never expire.' },
  { name: 'expiresAfter', label: 'Expires after', kind: 'time', description: 'Leaves out keys that never expire.' },
  {
    name: 'lastSeenBefore',
    label: 'Last check before',
    kind: 'time',
    description: 'Includes keys that were never checked.',
  },
  { name: 'lastSeenAfter', label: 'Last check after', kind: 'time' },
];

/** Every other described filter has its field's label. */
const DESCRIBED = fieldsIn(LICENSE_KEY_FIELDS, 'filter')
  .map(([name, field]) => ({ ...toFormField(field), name: sentName(name, field) as Filter['name'] }))
  .filter(({ name }) => FILTERS_BY_HAND.every((filter) => filter.name !== name))
  .map(({ name, label, kind }): Filter => ({
    name,
    label,
    kind: kind === 'flag' || kind === 'text' || kind === 'time' ? kind : 'number',
    words: [label.toLowerCase(), `not ${label.toLowerCase()}`],
  }));

export const FILTERS: readonly Filter[] = [...FILTERS_BY_HAND, ...DESCRIBED];

/** The filter that an address names, as texts. An empty `ip` counts: it stands for keys that any address may use. */
export function filterOf(search: Search): Partial<Record<Filter['name'], string>> {
  return Object.fromEntries(
    FILTERS.flatMap(({ name }) => {
      const value = firstOf(search[name]);
      return value === undefined || (value === '' && name !== 'ip') ? [] : [[name, value]];
    }),
  );
}

/** The filter as a body of the API carries it. */
export function typedFilter(search: Search): KeyFilterDto {
  const typed = Object.entries(filterOf(search)).map(([name, text]) => {
    const { kind } = FILTERS.find((filter) => filter.name === name)!;
    if (kind === 'flag') return [name, text === 'true'];
    return [name, kind === 'text' ? text : Number(text)];
  });
  return Object.fromEntries(typed) as KeyFilterDto;
}

export const isFiltered = (search: Search) => Object.keys(filterOf(search)).length > 0;
