import { useMe } from '../session/me';
import { actionsFor, isNamedBy } from './actions';
import type { Entry } from './entry';

/** The screens and actions that a text names, of those that the signed-in person may use. */
export function useScreensFound(text: string): Entry[] {
  return actionsFor(useMe())
    .filter((action) => isNamedBy(action, text))
    .map(({ id, label, kind, deed }) => ({ id, label, hint: kind === 'screen' ? 'screen' : 'action', deed }));
}
