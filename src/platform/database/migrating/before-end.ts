const works = new Set<() => Promise<void>>();

/**
 * Has `work` done before the process ends at a signal. It bounds its own time.
 * @returns withdraws it
 */
export function beforeEnd(work: () => Promise<void>): () => void {
  works.add(work);
  return () => works.delete(work);
}

/** Whether anything has to be done before the process ends. */
export const isAnythingLeft = (): boolean => works.size > 0;

export async function doBeforeEnd(): Promise<void> {
  await Promise.allSettled([...works].map((work) => work()));
}
