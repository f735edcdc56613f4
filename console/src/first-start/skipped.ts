const NAME = 'keylink-first-start';

/** In this browser, whoever skipped the first start isn't led to it again. */
export function skipFirstStart(): void {
  try {
    localStorage.setItem(NAME, 'skipped');
  } catch {
    // Without storage it is offered again.
  }
}

export function isFirstStartSkipped(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}
