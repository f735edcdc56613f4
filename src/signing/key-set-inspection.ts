import { Injectable } from '@nestjs/common';
import { KeySetFault } from './key-set-proof';
import { readState } from './key-set-state';
import { KeySetsRepository } from './key-sets.repository';
import { SigningKeysRepository } from './signing-keys.repository';

/** Looks whether somebody else has changed the key sets or the keys in the database. */
@Injectable()
export class KeySetInspection {
  constructor(
    private readonly keySets: KeySetsRepository,
    private readonly keys: SigningKeysRepository,
  ) {}

  /** @returns what is wrong, in half a sentence for operators */
  async findFault(): Promise<string | undefined> {
    const found = await this.look();
    // A change may have come in between the two tables.
    return found === undefined ? undefined : this.look();
  }

  private async look(): Promise<string | undefined> {
    try {
      readState(await this.keySets.findAll(), await this.keys.findAll());
      return undefined;
    } catch (error) {
      if (error instanceof KeySetFault) return error.message;
      throw error;
    }
  }
}
