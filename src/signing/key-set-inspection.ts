import { Injectable } from '@nestjs/common';
import { KeySetFault } from './key-set-proof';
import { readState } from './key-set-state';
import { KeySetsRepository } from './key-sets.repository';
import { SigningKeysRepository } from './signing-keys.repository';

@Injectable()
export class KeySetInspection {
  constructor(
    private readonly keySets: KeySetsRepository,
    private readonly keys: SigningKeysRepository,
  ) {}

  /** @returns half a sentence for operators */
  async findFault(): Promise<string | undefined> {
    const found = await this.look();
    // A change between the two reads looks like a fault, so it looks twice.
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
