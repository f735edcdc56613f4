import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { fromLocalInput, toLocalInput } from '../text/times';
import { FilterText } from '../form/filter-text';
import type { Filter } from './filters';

interface FilterFieldProps {
  filter: Filter;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const { name, label, kind, words, description, placeholder } = filter;
  if (kind === 'flag') {
    return (
      <NativeSelect
        label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        data={[
          { value: '', label: 'either' },
          { value: 'true', label: words![0] },
          { value: 'false', label: words![1] },
        ]}
      />
    );
  }
  if (kind === 'time') {
    return (
      <TextInput
        type="datetime-local"
        label={label}
        description={description}
        value={value === undefined || Number.isNaN(Number(value)) ? '' : toLocalInput(Number(value))}
        onChange={(event) => onChange(fromLocalInput(event.currentTarget.value)?.toString())}
      />
    );
  }
  return (
    <div>
      <FilterText
        label={label}
        description={description}
        placeholder={placeholder}
        inputMode={kind === 'number' ? 'numeric' : undefined}
        value={value ?? ''}
        onChange={onChange}
      />
      {name === 'ip' && (
        <Checkbox
          mt={6}
          size="xs"
          label="Keys that any address may use"
          checked={value === ''}
          onChange={(event) => onChange(event.currentTarget.checked ? '' : undefined)}
        />
      )}
    </div>
  );
}
