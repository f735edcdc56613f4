import { ApiProblem } from '../api/problem';

/** The code of a screen didn't come: nobody answers, or another version of the service, whose files have other names. */
export class ScreenMissing extends ApiProblem {
  constructor() {
    super('This screen couldn’t be loaded: the service can’t be reached, or it was updated meanwhile.', 0);
  }
}

/** Loads a screen. Without this the router would load the page anew by itself, and leave nothing of it while the service is away. */
export const screenCode =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      console.warn(error);
      throw new ScreenMissing();
    });

/** Begins with the page anew, as soon as there is one: what failed to load once stays so until then. */
export async function beginAnew(): Promise<void> {
  const answer = await fetch(location.href).catch(() => undefined);
  if (answer?.ok) location.reload();
}
