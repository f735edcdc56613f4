const PREFIX = 'keylink-draft:';
const OWNER = 'keylink-drafts-of';

/** What is kept in this tab of unfinished forms. Without storage, or without room in it, nothing is. */
function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

export function readDraft(name: string): unknown {
  const text = inStorage((storage) => storage.getItem(PREFIX + name));
  return text === null || text === undefined ? undefined : JSON.parse(text);
}

export const keepDraft = (name: string, draft: unknown) =>
  inStorage((storage) => storage.setItem(PREFIX + name, JSON.stringify(draft)));

export const forgetDraft = (name: string) => inStorage((storage) => storage.removeItem(PREFIX + name));

export function forgetDrafts(): void {
  inStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

/** Drafts are for whoever typed them: another person at this tab begins without. */
export function claimDrafts(person: string): void {
  inStorage((storage) => {
    if (storage.getItem(OWNER) === person) return;
    forgetDrafts();
    storage.setItem(OWNER, person);
  });
}
