import { Injectable } from '@nestjs/common';
import { OutgoingQuestions, Unanswered } from '../../platform/outgoing/outgoing-questions';
import { type Ask, type Shop, ShopUnavailable } from './shop';

interface ShopAccess {
  readonly token: string;
  /** URL of the shop's API, if not the usual one: a test system, or the vendor's own shop. */
  readonly apiUrl?: string;
}

/** Calls APIs of shops with the tokens of sources. */
@Injectable()
export class ShopAsking {
  constructor(private readonly questions: OutgoingQuestions) {}

  /** Undefined if the API's URL is unknown. The `Ask` rejects with `ShopUnavailable`. */
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
