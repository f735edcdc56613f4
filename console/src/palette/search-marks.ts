import type { ProductDto } from '../api/schema';
import { partsFound } from './matching';

/** What was typed, and what the entries that it finds call things. */
export interface Search {
  readonly q: string;
  readonly terms: readonly string[];
  readonly names: Names;
}

export interface Names {
  readonly product: (pid: number) => string;
  /** All that have a record. */
  readonly products: readonly ProductDto[];
}

/** Detail and label with their parts that were found. */
export const marked = (label: string, detail: string, { terms }: Search) => ({
  label,
  labelParts: partsFound(label, terms),
  detail,
  detailParts: partsFound(detail, terms),
});
