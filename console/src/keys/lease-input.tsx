import { NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core';
import { useState } from 'react';

const LEASES = [
  { value: '', label: 'until released' },
  { value: '3600', label: 'an hour' },
  { value: '86400', label: 'a day' },
  { value: '604800', label: 'a week' },
  { value: '2592000', label: '30 days' },
];
const OTHER = 'other';

/** How long a device keeps its seat, in words. */
export const leaseInWords = (seconds: number | undefined) =>
  LEASES.find(({ value }) => value === String(seconds ?? ''))?.label;

interface LeaseInputProps extends Pick<NativeSelectProps, 'label' | 'description' | 'autoFocus'> {
  /** In seconds; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** How long a device keeps its seat: chosen in words, or counted in seconds. */
export function LeaseInput({ value, onChange, ...rest }: LeaseInputProps) {
  const isKnown = LEASES.some((lease) => lease.value === value);
  const [isOther, setOther] = useState(!isKnown);
  return (
    <div>
      <NativeSelect
        {...rest}
        data={[...LEASES, { value: OTHER, label: 'another duration' }]}
        value={isOther || !isKnown ? OTHER : value}
        onChange={({ currentTarget }) => {
          setOther(currentTarget.value === OTHER);
          if (currentTarget.value !== OTHER) onChange(currentTarget.value);
        }}
      />
      {(isOther || !isKnown) && (
        <TextInput
          mt={6}
          aria-label="Lease in seconds"
          description="In seconds, 60 to 2592000"
          type="number"
          min={60}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}
