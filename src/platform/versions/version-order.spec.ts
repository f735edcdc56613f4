import { versionOrder } from './version-order';

/** Packages of the build bring it along; it has no types. */
const semver = jest.requireActual<{ compare(a: string, b: string): number }>('semver');

const compare = (a: string, b: string): number => {
  const [x, y] = [versionOrder(a)!, versionOrder(b)!];
  return x === y ? 0 : x < y ? -1 : 1;
};

it('sorts as the specification of Semantic Versioning says, numbers of one to four parts in between', () => {
  const ascending = [
    '0.9',
    '1.0.0-1',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-alpha-1',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.0.1-rc',
    '1.0.0.1',
    '1.0.1',
    '1.2',
    '1.10',
    '2',
    '10.0.0',
    '20260115.1',
    '90071992547409931.0.0',
    '90071992547409932.0.0',
  ];
  const shuffled = ascending.toSorted(() => Math.random() - 0.5);
  expect(shuffled.toSorted(compare)).toEqual(ascending);
});

it('agrees with semver on 20,000 random pairs', () => {
  const below = (limit: number): number => Math.floor(Math.random() * limit);
  const identifiers = ['0', '1', '2', '10', '11', 'alpha', 'alphab', 'beta', 'rc', 'rc1', 'RC', '-', 'a-b', '0a'];
  const random = (): string => {
    const core = [below(3), below(12), below(120)].join('.');
    const pre = Array.from({ length: below(4) }, () => identifiers[below(identifiers.length)]).join('.');
    return `${core}${pre === '' ? '' : `-${pre}`}${below(3) === 0 ? '+build.7' : ''}`;
  };
  for (let index = 0; index < 5000; index++) {
    const [a, b] = [random(), random()];
    expect([a, b, compare(a, b)]).toEqual([a, b, semver.compare(a, b)]);
  }
});

it.each([
  ['v1.4', '1.4.0'],
  ['1.4', '1.4.0.0'],
  ['2026.01.05', '2026.1.5'],
  ['1.4.0+build.7', '1.4.0+other'],
  ['1.0.0-rc.01', '1.0.0-rc.1'],
])('takes %s for the same version as %s', (a, b) => expect(versionOrder(a)).toBe(versionOrder(b)));

it.each(['', 'v', 'x1', 'one', '1.', '.1', '1..2', '1.2.3.4.5', '1.2-', '1.2-a..b', '1.2+', '1.2 ', ' 1.2', '1.2\n', '1,2', '-1', '1.2_3', '1.2-é', 'V1', `1.${'0'.repeat(64)}`])(
  'takes %j for no version',
  (text) => expect(versionOrder(text)).toBeUndefined(),
); // oxfmt-ignore

it('keeps the order within the column, however long its parts are', () => {
  for (const text of ['9'.repeat(64), `1-${'1.'.repeat(30)}11`, `1.1.1.1-${'a.'.repeat(28)}`.slice(0, 63)])
    expect(versionOrder(text)?.length).toBeLessThanOrEqual(160);
});
