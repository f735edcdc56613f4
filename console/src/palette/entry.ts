/** Something that the palette leads to. */
export interface Entry {
  id: string;
  label: string;
  /** What it is, beside its name. */
  hint?: string;
  to: string;
  search?: Record<string, string>;
  /** Set as code is. */
  isCode?: boolean;
}
