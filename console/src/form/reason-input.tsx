import { TextInput } from '@mantine/core';
import { REASON } from '../../../src/access/audit/reason-field';

const { label, meaning } = REASON.console;

/** Why something is changed, for the audit. It may stay empty. */
export function ReasonInput({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <TextInput
      mt="md"
      label={label}
      description={meaning}
      placeholder="optional"
      maxLength={REASON.maximum}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** As the API takes it: nothing where nothing was typed. */
export const reasonIn = (typed: string): { reason?: string } => (typed.trim() === '' ? {} : { reason: typed.trim() });
