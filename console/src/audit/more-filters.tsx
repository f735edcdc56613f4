import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from '../form/filter-bar.module.css';
import { useSearchParams } from '../search-params';
import { fromLocalInput, toLocalInput } from '../text/times';
import { type AuditFilter, filterOf } from './audit-records';

const FIELDS = [
  { name: 'targetId', label: 'Record ID', description: 'Of what was changed; choose its kind as well' },
  { name: 'apiKeyId', label: 'By API key', description: 'Its record ID' },
  { name: 'address', label: 'From address', description: 'One IPv4 or IPv6 address' },
  { name: 'requestId', label: 'Request ID', description: 'As shown in errors and logs' },
  { name: 'from', label: 'Since', type: 'datetime-local' },
  { name: 'to', label: 'Before', type: 'datetime-local' },
] as const;

const isTime = (name: string) => name === 'from' || name === 'to';

/** The filters that are typed; they take effect together. */
export function MoreFilters() {
  const [search, change] = useSearchParams();
  const [typed, setTyped] = useState(() => toInputs(filterOf(search)));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    change(fromInputs(typed));
  };
  return (
    <form onSubmit={onSubmit}>
      <div className={classes.fields}>
        {FIELDS.map(({ name, ...field }) => (
          <TextInput
            key={name}
            {...field}
            value={typed[name] ?? ''}
            onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </div>
      <Group justify="flex-end" mt="md">
        <Button type="submit">Apply</Button>
      </Group>
    </form>
  );
}

const toInputs = (filter: AuditFilter): AuditFilter =>
  Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      isTime(name) && Number.isSafeInteger(Number(value)) ? toLocalInput(Number(value)) : value,
    ]),
  );

function fromInputs(typed: AuditFilter): Record<string, string | undefined> {
  return Object.fromEntries(
    FIELDS.map(({ name }) => {
      const text = typed[name]?.trim() ?? '';
      return [name, (isTime(name) ? fromLocalInput(text)?.toString() : text) || undefined];
    }),
  );
}
