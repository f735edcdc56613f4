/** A template, and what it renders to. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  /** Null for plain text alone. */
  readonly html: string | null;
}
