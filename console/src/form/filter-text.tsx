import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';

/** So long after the last stroke it takes effect. */
const PAUSE_MS = 100;

interface Typed {
  text: string;
  /** What the address held then. */
  of: string;
  /** What is on its way into the address, the latest last. */
  taken: readonly string[];
}

interface FilterTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string | undefined) => void;
}

/** A filter that is typed; it takes effect as the typing pauses. */
export function FilterText({ value, onChange, ...rest }: FilterTextProps) {
  const [typed, setTyped] = useState<Typed>({ text: value, of: value, taken: [] });
  // An address that was changed by another way wins; what it has from here may have been typed on meanwhile.
  if (typed.of !== value) setTyped(arrived(typed, value));
  const take = useEffectEvent((text: string) => {
    const taken = text.trim();
    setTyped((before) => ({ ...before, taken: [...before.taken, taken] }));
    onChange(taken === '' ? undefined : taken);
  });
  useEffect(() => {
    if (typed.text.trim() === value) return undefined;
    const timer = setTimeout(() => take(typed.text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed.text, value]);
  return (
    <TextInput
      {...rest}
      value={typed.text}
      onChange={({ currentTarget: { value: text } }) => setTyped((before) => ({ ...before, text }))}
    />
  );
}

function arrived({ text, taken }: Typed, value: string): Typed {
  const place = taken.indexOf(value);
  return place === -1 ? { text: value, of: value, taken: [] } : { text, of: value, taken: taken.slice(place + 1) };
}
