import leven from 'leven';
import { readSettings } from './settings';

/** Most typos in a misspelt name. Names shorter than `SHORT` would resemble too many others. */
const MOST_EDITS = 2;
const SHORT = 6;

type Environment = Readonly<Record<string, string | undefined>>;

/** Warns about variables that resemble a setting, such as `LOG_RETENTION_DAY`. */
export function misnamedSettings(environment: Environment): string[] {
  const names = settingNames();
  return Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !isSetting(name, names))
    .flatMap((name) => {
      const meant = names.find((known) => resembles(name.toUpperCase(), known));
      return meant === undefined ? [] : [`${name} is not a setting and does nothing; did you mean ${meant}?`];
    });
}

function isSetting(name: string, names: readonly string[]): boolean {
  return names.includes(name) || names.includes(name.replace(/_FILE$/, ''));
}

/** Collects the names by reading all settings once. */
function settingNames(): string[] {
  const names = new Set<string>();
  const note = (_: unknown, name: string | symbol): undefined => void names.add(String(name));
  readSettings(new Proxy<Environment>({}, { get: note }));
  return [...names];
}

function resembles(name: string, known: string): boolean {
  const [letters, knownLetters] = [name, known].map((text) => text.replaceAll(/[^A-Z0-9]/g, ''));
  if (letters === knownLetters) return true;
  if (known.length < SHORT) return false;
  return leven(name, known) <= MOST_EDITS;
}
