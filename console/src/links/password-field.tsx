import { Checkbox, PasswordInput } from '@mantine/core';
import type { PasswordEntry } from './use-link-form';

interface PasswordFieldProps {
  entry: PasswordEntry;
  onChange: (entry: PasswordEntry) => void;
  /** Whether the link has a password. */
  hasOne: boolean;
}

/** What visitors are asked for first. */
export function PasswordField({ entry: { password, isGone }, onChange, hasOne }: PasswordFieldProps) {
  return (
    <>
      <PasswordInput
        label={hasOne ? 'New password' : 'Password'}
        description={
          hasOne
            ? 'Visitors are asked for a password. Empty: it stays as it is.'
            : 'Visitors are asked for it first. Empty: nobody is. Nobody can read it here again.'
        }
        autoComplete="new-password"
        value={password}
        disabled={isGone}
        onChange={({ currentTarget }) => onChange({ password: currentTarget.value, isGone })}
      />
      {hasOne && (
        <Checkbox
          label="Take the password away"
          description="The link is open to everybody."
          checked={isGone}
          onChange={({ currentTarget }) => onChange({ password: '', isGone: currentTarget.checked })}
        />
      )}
    </>
  );
}
