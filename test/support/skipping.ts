type Define = (name: string, test: () => Promise<void>, timeout?: number) => void;

/** `describe`, or one that skips its tests and says why; the reporter lists the reasons. */
export function describeIf(condition: boolean, reason: string): (name: string, tests: () => void) => void {
  return condition ? describe : (name, tests) => describe.skip(`${name} (skipped: ${reason})`, tests);
}

/** As `describeIf`, for one test. */
export function itIf(condition: boolean, reason: string, define: Define = it): Define {
  return condition ? define : (name, test) => it.skip(`${name} (skipped: ${reason})`, test);
}
