import type { Field } from '../../../src/platform/fields/field';

/** How a described field is entered, and what it is called. */
export interface FormField {
  label: string;
  meaning: string;
  kind: 'flag' | 'text' | 'lines' | 'metadata' | 'meters' | 'json' | 'time' | 'count' | 'duration' | 'choice';
  placeholder?: string;
  /** All that it may be, for a `choice`. */
  choices?: readonly string[];
  /** What is shown for no value. */
  none?: string;
  unit?: string;
  /** The width of its column in lists. */
  width?: number;
  /** Whether every record has a value. */
  isNeeded: boolean;
  /** Scopes that may change it, besides the one for all fields. */
  changedBy: readonly string[];
}

export function toFormField({ type, hasLines, choices, console: words, changedBy = [] }: Field): FormField {
  const { label, meaning = '', placeholder, none, unit, width, isNeeded = false } = words;
  return {
    label,
    meaning,
    placeholder,
    choices,
    none,
    unit,
    width,
    isNeeded,
    changedBy,
    kind: choices ? 'choice' : hasLines ? 'lines' : kindOf(type, unit),
  };
}

function kindOf(type: Field['type'], unit: string | undefined): FormField['kind'] {
  if (type === 'flag' || type === 'time' || type === 'metadata' || type === 'meters' || type === 'json') return type;
  if (type !== 'integer') return 'text';
  return unit === 'duration' ? 'duration' : 'count';
}
