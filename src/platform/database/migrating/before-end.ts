const works = new Set<() => Promise<void>>();

/** Runs `work`, which must bound its own time, before a signal ends the process. @returns a function to withdraw it */
export function beforeEnd(work: () => Promise<void>): () => void {
  works.add(work);
  return () => works.delete(work);
}

export const isAnythingLeft = (): boolean => works.size > 0;

export async function doBeforeEnd(): Promise<void> {
  await Promise.allSettled([...works].map((work) => work()));
}
