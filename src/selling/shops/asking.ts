import { Injectable } from '@nestjs/common';
import { OutgoingQuestions, Unanswered } from '../../platform/outgoing/outgoing-questions';
import { type Ask, type Shop, ShopUnavailable } from './shop';

export interface ShopAccess {
  readonly token: string;
  /** Where the shop's API is, if not where it usually is: a test system, or the vendor's own shop. */
  readonly apiUrl?: string;
}

/** Asks shops with the tokens of sources. */
@Injectable()
export class ShopAsking {
  constructor(private readonly questions: OutgoingQuestions) {}

  /** Undefined if it isn't known where to ask. The `Ask` rejects with `ShopUnavailable`. */
  of(shop: Shop, { token, apiUrl = shop.apiUrl }: ShopAccess): Ask | undefined {
    if (apiUrl === undefined) return undefined;
    const base = apiUrl.replace(/\/$/, '');
    const headers = { accept: 'application/json', 'user-agent': 'keylink', ...shop.authorize(token) };
    return async ({ method = 'GET', path }) => {
      try {
        return await this.questions.ask({ url: base + path, method, headers });
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        throw new ShopUnavailable(`${shop.name} gave no answer. ${error.message}`);
      }
    };
  }
}
