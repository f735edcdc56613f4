import { Injectable } from '@nestjs/common';
import { KeySetsRepository } from './key-sets.repository';

/** Proves to offline programs which keys sign. */
@Injectable()
export class KeySetChain {
  constructor(private readonly keySets: KeySetsRepository) {}

  /** Key sets that lead from any former root key to the latest set: those that changed the root, and the latest. */
  async read(): Promise<string[]> {
    const all = (await this.keySets.findAll()).map(({ jws }) => jws);
    return all.filter((jws, index) => index === all.length - 1 || isSignedByTwo(jws));
  }
}

function isSignedByTwo(jws: string): boolean {
  return (JSON.parse(jws) as { signatures: unknown[] }).signatures.length > 1;
}
