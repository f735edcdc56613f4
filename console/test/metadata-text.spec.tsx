import { metadataLines, metadataOf } from '../src/keys/metadata-text';

it.each([
  [{ order: 'A-1042', paid: true, ratio: -0.5 }, 'order = A-1042\npaid = true\nratio = -0.5'],
  [{ order: '1042', paid: 'true', empty: '' }, 'order = "1042"\npaid = "true"\nempty = '],
  [{ 'a=b': 'c = d', '"q"': '"q"', ' x ': ' y ' }, '"a=b" = c = d\n"\\"q\\"" = "\\"q\\""\n" x " = " y "'],
  [{ lines: '"1\u2028"', path: 'C:\\"x"' }, 'lines = "\\"1\u2028\\""\npath = C:\\"x"'],
  [{ constructor: 'Ann', ['__proto__']: 'Bo' }, 'constructor = Ann\n__proto__ = Bo'],
])('reads what it writes: %j', (metadata, lines) => {
  const written = metadataLines(metadata);
  expect([written, Object.entries(metadataOf(written))]).toEqual([lines, Object.entries(metadata)]);
});

it('reads what people type', () => {
  expect(metadataOf('order=A-1042\n\n  seats = 5 \nno value\n"open = x')).toEqual({
    order: 'A-1042',
    seats: 5,
    'no value': '',
    '"open': 'x',
  });
});
