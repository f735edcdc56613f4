import { LICENSE_KEY_FIELDS } from '../../licensing/license-keys/license-key-fields';
import { LINK_FIELDS } from '../../links/link-fields';
import type { Fields } from './field';
import { filteredValues, givenValues, newValues, recordReader, recordShower, rowOf, selectOf } from './records';
import { isAcceptable, ruleOf } from './rules';

const console = { label: 'A field', known: [] };
const docs = { shown: '', create: '', update: '', import: '', filter: '' };
const FIELDS = {
  name: { type: 'text', maximum: 3, sentAs: 'n', docs, example: '', console },
  isOn: { type: 'flag', default: true, docs, example: true, console },
  isRare: { type: 'flag', none: { called: 'no', sentIn: ['filter'] }, docs, example: true, console },
  note: { type: 'text', maximum: 3, none: { called: 'none', sentIn: ['update'] }, docs, example: '', console },
  size: {
    type: 'integer',
    minimum: 2,
    maximum: 9,
    none: { called: 'no limit', leftOut: 'no limit', sentIn: ['update'] },
    docs,
    example: 2,
    console,
  },
} as const satisfies Fields;

it.each([
  ['create', 2, true],
  ['create', 0, false],
  ['update', 0, true],
  ['update', 1, false],
  ['update', 10, false],
  ['update', 2.5, false],
  ['update', '2', false],
] as const)('in a request to %s takes %j: %s', (use, value, isTaken) => {
  expect(isAcceptable(FIELDS.size, use, value)).toBe(isTaken);
});

it.each([
  ['create', '', false],
  ['update', '', true],
  ['update', '   ', false],
  ['update', 'a\nb', false],
  ['update', 'äö🙂', true],
  ['update', 'abcd', false],
  ['update', 1, false],
] as const)('in a request to %s takes the text %j: %s', (use, value, isTaken) => {
  expect(isAcceptable(FIELDS.note, use, value)).toBe(isTaken);
});

it('refuses in a sentence that says how to have no value', () => {
  expect(ruleOf('size', FIELDS.size, 'create')).toBe('size must be an integer from 2 to 9; for no limit leave it out.');
  expect(ruleOf('size', FIELDS.size, 'update')).toBe('size must be an integer from 2 to 9, or 0 for no limit.');
  expect(ruleOf('note', FIELDS.note, 'update')).toBe(
    'note must be text of 1 to 3 characters, without control characters, or "" for none.',
  );
});

it('fills in what a creation leaves out', () => {
  expect(newValues(FIELDS, 'create', { n: 'abc' })).toEqual({
    name: 'abc',
    isOn: true,
    isRare: null,
    note: null,
    size: null,
  });
  expect(newValues(FIELDS, 'create', { n: 'a', isOn: false, isRare: false, note: 'b', size: 3 })).toEqual({
    name: 'a',
    isOn: false,
    isRare: null,
    note: 'b',
    size: 3,
  });
});

it('changes what a change names, and nothing else', () => {
  expect(givenValues(FIELDS, 'update', {})).toEqual({});
  expect(givenValues(FIELDS, 'update', { note: '', size: 0, isOn: false })).toEqual({
    note: null,
    size: null,
    isOn: false,
  });
});

it('reads what it wrote, and shows it without what has no value', () => {
  const record = { id: 7, name: 'abc', isOn: false, isRare: null, note: null, size: 3 };
  const row = rowOf(FIELDS, record);
  expect(row).toEqual({ name: 'abc', isOn: 0, isRare: null, note: null, size: 3 });
  expect(selectOf(FIELDS)).toBe('id, `name`, `isOn`, `isRare`, `note`, `size`');
  const read = recordReader(FIELDS)([7, ...Object.values(row)]);
  expect(read).toEqual(record);
  expect(JSON.stringify(recordShower(FIELDS)(read))).toBe('{"id":7,"name":"abc","isOn":false,"size":3}');
  expect(recordReader(FIELDS)([7, 'abc', 0, 1, null, 3])).toEqual({ ...record, isRare: true });
});

it('finds by the column what a filter calls otherwise', () => {
  expect(filteredValues(FIELDS, { n: 'abc', isOn: false, isRare: false })).toEqual([
    ['name', 'abc'],
    ['isOn', 0],
    ['isRare', null],
  ]);
});

describe.each<[string, Fields]>([
  ['license keys', LICENSE_KEY_FIELDS],
  ['links', LINK_FIELDS],
])('the fields of %s', (_, fields) => {
  const all = Object.entries(fields);

  it('are told apart by their names', () => {
    const names = all.flatMap(([name, { sentAs }]) => (sentAs ? [name, sentAs] : [name]));
    expect(new Set(['id', ...names]).size).toBe(names.length + 1);
  });

  it('have an index where a filter searches by them', () => {
    expect(
      all.filter(
        ([
          ,
          {
            docs: { filter },
            index,
          },
        ]) => filter !== undefined && !index,
      ),
    ).toEqual([]);
  });

  it('say what they mean where people change them', () => {
    expect(
      all.filter(
        ([
          ,
          {
            docs: { update },
            console: words,
          },
        ]) => update !== undefined && !words.meaning,
      ),
    ).toEqual([]);
  });

  it('have examples that their own rules take', () => {
    const refused = all.filter(
      ([, field]) =>
        field.docs.import !== undefined && !isAcceptable(field, 'import', field.sentExample ?? field.example),
    );
    expect(refused).toEqual([]);
  });
});
