/** Content of a field of the type `json`. The console reads shapes too, so import nothing of Node's. */
export interface Shape<Content extends object> {
  /** OpenAPI schema. */
  readonly schema: object;
  /** @param field its name in the sentence */
  rule(field: string): string;
  /** A sentence about the first mistake, if any. */
  problem(field: string, value: unknown): string | undefined;
  /** Canonical, so that texts can be compared; undefined if empty. */
  text(content: Content): string | undefined;
}
