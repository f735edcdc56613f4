import type { KeyChangeDto } from '../../api/schema';

/** What can be done to many license keys at once. */
export interface BulkAction {
  id: 'disable' | 'enable' | 'extend' | 'plan' | 'lock' | 'unlock';
  /** What is done, as in "Disable 3 keys". */
  label: string;
  /** The same without the keys, where it is no whole sentence otherwise. */
  button?: string;
  change: KeyChangeDto;
  /** What the person should know before. */
  lead: string;
}

export const BULK_ACTIONS: readonly BulkAction[] = [
  {
    id: 'enable',
    label: 'Enable',
    change: { disabled: false },
    lead: 'The other rules decide the checks of these keys again.',
  },
  {
    id: 'disable',
    label: 'Disable',
    change: { disabled: true },
    lead: 'These keys are refused with KEY DISABLED from their next check on.',
  },
  {
    id: 'extend',
    label: 'Extend',
    change: { extendDays: 30 },
    lead: 'Moves the expiry of these keys.',
  },
  {
    id: 'plan',
    label: 'Change plan of',
    button: 'Change plan',
    change: {},
    lead: 'Keys take from the plan whatever they don’t set themselves. A trial ends, and the time of the new plan begins.',
  },
  {
    id: 'lock',
    label: 'Lock',
    change: { locked: true },
    lead: 'A key without an address is bound to the address of its next check that passes.',
  },
  {
    id: 'unlock',
    label: 'Unlock',
    change: { locked: false },
    lead: 'Keys are no longer bound to the first address that passes. A key that is bound already keeps its address until it is cleared.',
  },
];
