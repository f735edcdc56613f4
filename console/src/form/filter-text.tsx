import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';

/** So long after the last stroke it takes effect. */
const PAUSE_MS = 300;

interface FilterTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string | undefined) => void;
}

/** A filter that is typed; it takes effect as the typing pauses. */
export function FilterText({ value, onChange, ...rest }: FilterTextProps) {
  const [typed, setTyped] = useState({ text: value, of: value });
  // The address was changed by another way, and wins.
  if (typed.of !== value) setTyped({ text: value, of: value });
  const take = useEffectEvent((text: string) => onChange(text.trim() === '' ? undefined : text.trim()));
  useEffect(() => {
    if (typed.text.trim() === value) return undefined;
    const timer = setTimeout(() => take(typed.text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed.text, value]);
  return (
    <TextInput
      {...rest}
      value={typed.text}
      onChange={(event) => setTyped({ text: event.currentTarget.value, of: value })}
    />
  );
}
