import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import { fromLocalInput, toLocalInput } from '../text/times';
import { EXPIRY_PRESETS, extendedFrom } from './expiry-presets';

interface ExpiryInputProps extends Pick<TextInputProps, 'label' | 'description' | 'autoFocus'> {
  /** As `<input type="datetime-local">` spells it; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** An end by its date, or by what people say instead. */
export function ExpiryInput({ value, onChange, ...rest }: ExpiryInputProps) {
  return (
    <div>
      <TextInput
        {...rest}
        type="datetime-local"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap={6} mt={6}>
        {EXPIRY_PRESETS.map(({ label, endFrom }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="default"
            onClick={() => onChange(toLocalInput(endFrom(extendedFrom(fromLocalInput(value), Date.now()))))}
          >
            {label}
          </Button>
        ))}
        <Button size="compact-xs" variant="default" disabled={value === ''} onClick={() => onChange('')}>
          Never
        </Button>
      </Group>
    </div>
  );
}
