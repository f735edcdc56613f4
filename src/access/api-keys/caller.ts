import type { Scope } from '../scopes/scope-names';

/** Who a request comes from: the API key it was sent with. */
export interface Caller {
  readonly apiKeyId: number;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
  /** When the secret that was sent ends, in milliseconds since the Unix epoch; infinite when it doesn't. */
  readonly usableUntil: number;
}
