import { readSettings } from './settings';

/** Names that differ in so many letters, at most, are taken for one another; short ones would resemble too much. */
const MOST_EDITS = 2;
const SHORT = 6;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that no setting goes by, and that look like one: each as a sentence, such as for `LOG_RETENTION_DAY`. A setting
 * under a wrong name is one that silently isn't made.
 */
export function misnamedSettings(environment: Environment): string[] {
  const names = settingNames();
  return Object.keys(environment)
    .filter((name) => environment[name]?.trim() && !isSetting(name, names))
    .flatMap((name) => {
      const meant = names.find((known) => resembles(name.toUpperCase(), known));
      return meant === undefined ? [] : [`${name} is not a setting and does nothing; did you mean ${meant}?`];
    });
}

/** A setting, or the name of a file that holds one. */
function isSetting(name: string, names: readonly string[]): boolean {
  return names.includes(name) || names.includes(name.replace(/_FILE$/, ''));
}

/** Every variable that is read: a new setting needs no change here. */
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
  return Math.abs(name.length - known.length) <= MOST_EDITS && edits(name, known) <= MOST_EDITS;
}

/** How many letters have to be added, left out, changed or swapped with the next to make one text of the other. */
function edits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const [before, above] = [rows[row - 2], rows[row - 1]];
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        above[column] + 1,
        current[column - 1] + 1,
        above[column - 1] + (isSame ? 0 : 1),
        isSwap ? before[column - 2] + 1 : Infinity,
      );
    }
    rows.push(current);
  }
  return rows[from.length][to.length];
}
