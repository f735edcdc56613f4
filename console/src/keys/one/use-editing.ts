import { useNavigate } from '@tanstack/react-router';
import { firstOf, type Search, useSearchParams } from '../../search-params';
import type { Field } from '../fields';

/** Whether a field of a license key, or its value, is being changed. It stands in the address, where one comes back to after signing in again. */
export function useEditing(name: Field['name'] | 'key') {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const go = (to: (before: Search) => Search) =>
    void navigate({ to: '.', search: to, replace: true, resetScroll: false });
  const changed = firstOf(search['change']);
  const isOpen = changed === name;
  return {
    isOpen,
    isOtherOpen: changed !== undefined && !isOpen,
    open: () => go((before) => ({ ...before, change: name })),
    /** Leaves another field open that was opened meanwhile. */
    close: () => go((before) => (firstOf(before['change']) === name ? { ...before, change: undefined } : before)),
  };
}
