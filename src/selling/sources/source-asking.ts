import { Injectable } from '@nestjs/common';
import { ShopAsking } from '../shops/asking';
import type { Ask } from '../shops/shop';
import { SHOPS } from '../shops/shops';
import { SourceVault } from './source-vault';
import type { Source } from './source.entity';

/** Asks shops with the tokens of their sources. */
@Injectable()
export class SourceAsking {
  constructor(
    private readonly vault: SourceVault,
    private readonly asking: ShopAsking,
  ) {}

  /** @returns undefined if the source has no token, or none that can be decrypted */
  of(source: Source): Ask | undefined {
    const token = this.vault.openToken(source);
    const shop = SHOPS[source.type];
    const apiUrl = source.apiUrl ?? shop.apiUrl;
    return token === undefined || apiUrl === undefined ? undefined : this.asking.of(shop, { token, apiUrl });
  }
}
