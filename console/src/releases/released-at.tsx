import { TextInput } from '@mantine/core';
import { RELEASE_FIELDS } from '../../../src/catalog/releases/release-fields';

const { label, meaning } = RELEASE_FIELDS.releasedAt.console;

/** When a version was or will be released, as `<input type="datetime-local">` spells it. */
export function ReleasedAt({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={meaning}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
