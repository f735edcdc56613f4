/** What a field of the type `json` holds. The console reads shapes too, so import nothing of Node's. */
export interface Shape<Content extends object> {
  /** As OpenAPI describes it. */
  readonly schema: object;
  /** @param field how the sentence calls it */
  rule(field: string): string;
  /** A sentence about the first mistake; undefined if there is none. */
  problem(field: string, value: unknown): string | undefined;
  /** In one form for one meaning, so that texts can be compared; undefined if there is nothing in it. */
  text(content: Content): string | undefined;
}
