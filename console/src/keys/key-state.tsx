import type { LicenseKeyDto } from '../api/schema';
import { Chip, type Tone } from '../text/chip';

interface State {
  word: string;
  tone: Tone;
  why: string;
}

/** What stands in the way of every check of this key, first things first; or that nothing does. */
export function stateOf({ test, disabled, status, expiresAt }: LicenseKeyDto, now = Date.now()): State {
  if (disabled)
    return { word: 'Disabled', tone: 'bad', why: 'An administrator disabled the key: every check is refused.' };
  if (!status) return { word: 'Not active', tone: 'warn', why: 'The key is not active: every check is refused.' };
  if (expiresAt !== undefined && expiresAt <= now)
    return { word: 'Expired', tone: 'bad', why: 'The key has expired: every check is refused.' };
  if (test)
    return { word: 'Test', tone: 'plain', why: 'A test key: its checks need an API key with the scope check:test.' };
  return { word: 'Valid', tone: 'good', why: 'The key is active, not disabled and not expired.' };
}

export function KeyState({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const { word, tone, why } = stateOf(licenseKey);
  return (
    <Chip tone={tone} title={why}>
      {word}
    </Chip>
  );
}
