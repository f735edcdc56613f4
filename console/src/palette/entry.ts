import type { Deed } from './actions';

/** Something that the palette leads to or does. */
export interface Entry {
  id: string;
  label: string;
  /** What it is, beside its name. */
  hint?: string;
  deed: Deed;
  /** Set as code is. */
  isCode?: boolean;
}
