import { Injectable } from '@nestjs/common';
import type { ShopMessage } from '../shops/shop';
import { SHOPS } from '../shops/shops';
import { SourceVault } from './source-vault';
import type { Source } from './source.entity';

/** Verifies messages of shops. */
@Injectable()
export class SourceProof {
  constructor(private readonly vault: SourceVault) {}

  /**
   * Uses the current secrets. @param at when the message arrived, in milliseconds since the Unix epoch @returns what is
   * wrong, for people; undefined if the message is genuine, or the shop will be asked
   */
  problemOf(source: Source, message: ShopMessage, at: number): string | undefined {
    const shop = SHOPS[source.type];
    if (!shop.signs || message.from === 'api') return undefined;
    const secrets = this.vault.openSecrets(source);
    if (!secrets) return 'The secrets of the source cannot be read: SECRET_KEY is missing, or another one.';
    if (secrets.length === 0) return `The source has no secret yet: enter the one that ${shop.name} shows.`;
    return shop.verify(message, secrets, at);
  }
}
