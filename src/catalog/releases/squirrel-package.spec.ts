import { isPackageOf } from './squirrel-package';

const at = (name: string) => `https://downloads.example.com/win/${name}`;

it.each([
  ['2.1.0', 'App-2.1.0-full.nupkg'],
  ['v2.1', 'App-2.1.0.nupkg'],
  ['2.1.0-beta2', 'my-app2-2.1.0-beta2-full.nupkg'],
  ['2026.11.26.1', 'Ton%20Studio-2026.11.26.1-full.nupkg?versionId=3#x'],
])('of version %s is %s', (version, name) => {
  expect(isPackageOf(version, at(name))).toBe(true);
});

it.each([
  ['2.1.0', 'App-2.0.9-full.nupkg'],
  ['2.1.0', 'App-2.1.0-delta.nupkg'],
  ['2.1.0', 'App-2.1.0.zip'],
  ['2.1.0', 'App-2.1.0-full.NUPKG'],
  ['2.1.0-beta.2', 'App-2.1.0-beta.2-full.nupkg'],
  ['2.1.0', 'App-2.1.0-full.nupkg/'],
  ['2.1.0', 'App%3A-2.1.0-full.nupkg'],
  ['2.1.0', 'App%5CApp-2.1.0-full.nupkg'],
  ['2.1.0', '%E0%A4%A-2.1.0-full.nupkg'],
  ['2.1.0', 'App-full.nupkg'],
  ['2.1.0', '.nupkg'],
])('of version %s is not %s', (version, name) => {
  expect(isPackageOf(version, at(name))).toBe(false);
});

it('is told from a long name at once', () => {
  const start = performance.now();
  expect(isPackageOf('2.1.0', at(`${'1.'.repeat(490)}x.nupkg`))).toBe(false);
  expect(isPackageOf('2.1.0', at(`${'1'.repeat(980)}x.nupkg`))).toBe(false);
  expect(performance.now() - start).toBeLessThan(100);
});
