import { type KeyReference, nameOf } from '../license-keys/key-reference';
import type { CheckedKey } from '../license-keys/license-key-row';

/** Decides which rows a use of a license key needs. */
export type RecentKey = Pick<CheckedKey, 'id' | 'hasTerms'>;

const MOST = 50_000;

/** License keys of recent uses, possibly outdated: only a guess at what will be needed. */
export class RecentKeys {
  private readonly keys = new Map<string | undefined, RecentKey>();

  find(reference: KeyReference): RecentKey | undefined {
    return this.keys.get(nameOf(reference));
  }

  note(reference: KeyReference, { id, hasTerms }: RecentKey): void {
    const name = nameOf(reference);
    const known = this.keys.get(name);
    if (known?.id === id && known.hasTerms === hasTerms) return;
    if (this.keys.size === MOST) this.keys.clear();
    this.keys.set(name, { id, hasTerms });
  }
}
