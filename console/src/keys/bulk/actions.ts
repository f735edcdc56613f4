import type { KeyChangeDto } from '../../api/schema';

/** What can be done to many license keys at once. */
export interface BulkAction {
  id: 'disable' | 'enable' | 'extend' | 'lock' | 'unlock';
  label: string;
  change: KeyChangeDto;
  /** What the person should know before. */
  lead: string;
}

export const BULK_ACTIONS: readonly BulkAction[] = [
  {
    id: 'enable',
    label: 'Enable',
    change: { disabled: false },
    lead: 'Checks of these keys are judged by their other rules again.',
  },
  {
    id: 'disable',
    label: 'Disable',
    change: { disabled: true },
    lead: 'From the next check on these keys are refused with KEY DISABLED.',
  },
  {
    id: 'extend',
    label: 'Extend',
    change: { extendDays: 30 },
    lead: 'Moves the end of these keys.',
  },
  {
    id: 'lock',
    label: 'Lock',
    change: { locked: true },
    lead: 'The next check that passes pins each key without an address to where it came from.',
  },
  {
    id: 'unlock',
    label: 'Unlock',
    change: { locked: false },
    lead: 'Keys are no longer pinned to an address; one that is pinned keeps its address until it is cleared.',
  },
];
