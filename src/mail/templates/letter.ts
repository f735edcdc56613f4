/** What a template is made of, and what comes out of one. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  /** Null for plain text alone. */
  readonly html: string | null;
}
