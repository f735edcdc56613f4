import { useState } from 'react';

/** The header of a form's request that creates something: sent again after a lost answer, it creates nothing twice. */
export function useIdempotencyKey() {
  const [name, setName] = useState(random);
  return {
    // What differs is another request, which an earlier answer must not stand for.
    headerFor: (content: unknown) => ({ 'Idempotency-Key': `${name}-${fingerprint(JSON.stringify(content))}` }),
    /** For the next one, which may be alike. */
    renew: () => setName(random()),
  };
}

function random(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** A short text that differs where texts differ. Not a secret. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of text) hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0)!)) * 0x100000001b3n);
  return hash.toString(36);
}
