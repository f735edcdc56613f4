import type { Store } from './options.js';

/** Keeps until the program ends. */
export function memoryStore(): Store {
  let kept: string | undefined;
  return {
    load: () => kept,
    save: (text) => {
      kept = text;
    },
  };
}
