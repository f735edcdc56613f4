import { Injectable } from '@nestjs/common';
import { KeySetsRepository } from './key-sets.repository';

/** What shows programs that never reach the service which keys sign. */
@Injectable()
export class KeySetChain {
  constructor(private readonly keySets: KeySetsRepository) {}

  /**
   * The key sets, as they were published, by which a program comes from any root key that there ever was to the latest: those that
   * changed the root, oldest first, and the latest itself.
   */
  async read(): Promise<string[]> {
    const all = (await this.keySets.findAll()).map(({ jws }) => jws);
    return all.filter((jws, index) => index === all.length - 1 || isSignedByTwo(jws));
  }
}

/** The root before has signed, and the new one. */
function isSignedByTwo(jws: string): boolean {
  return (JSON.parse(jws) as { signatures: unknown[] }).signatures.length > 1;
}
