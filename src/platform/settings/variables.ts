import { withSecretFiles } from './secrets';

/** The variables of an environment, and what was found wrong with them. One that is empty counts as not set. */
export class Variables {
  /** A line for each wrong setting. */
  readonly problems: string[] = [];
  private readonly find: (name: string) => string | undefined;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.find = withSecretFiles((name) => environment[name], this.report);
  }

  readonly report = (name: string, problem: string): void => {
    this.problems.push(`${name}: ${problem}`);
  };

  /** A setting without blanks at its ends; the fallback where it is not set, or wrong. */
  readonly read = <T>(name: string, fallback: T, parse: (text: string) => T): T =>
    this.readAsItIs(name, fallback, (text) => (text.trim() ? parse(text.trim()) : fallback));

  /** A setting with the blanks at its ends. */
  readAsItIs<T>(name: string, fallback: T, parse: (text: string) => T): T {
    const text = this.find(name);
    if (!text) return fallback;
    try {
      return parse(text);
    } catch (error) {
      this.report(name, (error as Error).message);
      return fallback;
    }
  }
}
