import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** So long after the last stroke the list is asked for anew. */
const PAUSE_MS = 250;

interface FilterTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string | undefined) => void;
}

/** A filter that is typed; it takes effect as the typing pauses. */
export function FilterText({ value, onChange, ...rest }: FilterTextProps) {
  const [typed, setTyped] = useState({ text: value, of: value });
  // The address changed by another way: it wins.
  if (typed.of !== value) setTyped({ text: value, of: value });
  useEffect(() => {
    if (typed.text === value) return undefined;
    const timer = setTimeout(() => onChange(typed.text === '' ? undefined : typed.text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed.text, value, onChange]);
  return (
    <TextInput
      {...rest}
      value={typed.text}
      onChange={(event) => setTyped({ text: event.currentTarget.value, of: value })}
    />
  );
}
