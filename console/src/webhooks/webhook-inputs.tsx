import { Checkbox, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { WEBHOOK_FIELDS } from '../../../src/events/webhooks/webhook-fields';
import { TypeChecks } from '../events/type-checks';
import { ProductOptions } from '../keys/create/options';
import { useCan } from '../session/me';
import classes from './webhook-inputs.module.css';
import type { WebhookField, WebhookValues } from './webhook-values';

interface WebhookInputsProps {
  values: WebhookValues;
  onChange: (changes: Partial<WebhookValues>) => void;
  headers: string;
  onHeaders: (headers: string) => void;
  /** What the API refused, and at which field. */
  problem?: { field: WebhookField; message: string };
}

export function WebhookInputs({ values, onChange, headers, onHeaders, problem }: WebhookInputsProps) {
  const { url, description, types, pid, active } = values;
  const products = useId();
  const errorAt = (field: WebhookField) => (problem?.field === field ? problem.message : undefined);
  return (
    <>
      <TextInput
        label={WEBHOOK_FIELDS.url.console.label}
        description="Where your receiver listens: https, without a user name or password"
        placeholder="https://shop.example.com/hooks/keylink"
        type="text"
        inputMode="url"
        value={url}
        error={errorAt('url')}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        label={WEBHOOK_FIELDS.description.console.label}
        description={WEBHOOK_FIELDS.description.console.meaning}
        value={description}
        error={errorAt('description')}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      <Types chosen={types} onChange={(chosen) => onChange({ types: chosen })} error={errorAt('types')} />
      <TextInput
        label="Product"
        description="A product’s number, for events about it alone; empty for all"
        inputMode="numeric"
        list={products}
        value={pid}
        error={errorAt('pid')}
        onChange={({ currentTarget }) => onChange({ pid: currentTarget.value })}
        autoComplete="off"
      />
      <ProductOptions id={products} />
      <FullKeys isFull={values.isFull} onChange={(isFull) => onChange({ isFull })} />
      <Headers lines={headers} onChange={onHeaders} error={errorAt('headers')} />
      <Checkbox
        label={WEBHOOK_FIELDS.active.console.label}
        description="What happens is sent to it"
        checked={active}
        onChange={({ currentTarget }) => onChange({ active: currentTarget.checked })}
      />
    </>
  );
}

interface TypesProps {
  chosen: string[] | null;
  onChange: (chosen: string[] | null) => void;
  error?: string;
}

function Types({ chosen, onChange, error }: TypesProps) {
  return (
    <div>
      <Radio.Group
        label="Which events it gets"
        value={chosen === null ? 'all' : 'some'}
        error={error}
        onChange={(value) => onChange(value === 'all' ? null : [])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All" description="Including types added later" />
          <Radio value="some" label="Only these" />
        </Stack>
      </Radio.Group>
      {chosen !== null && (
        <div className={classes.types}>
          <TypeChecks chosen={chosen} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

/** Whoever may not see license keys can't have them sent; what somebody else has set stays until it is taken back. */
function FullKeys({ isFull, onChange }: { isFull: boolean; onChange: (isFull: boolean) => void }) {
  const maySee = useCan('keys:read');
  return (
    <Checkbox
      label="License keys in full"
      description={maySee ? 'Otherwise only their first characters are sent' : 'This needs the scope keys:read too'}
      checked={isFull}
      disabled={!maySee && !isFull}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

interface HeadersProps {
  lines: string;
  onChange: (lines: string) => void;
  error?: string;
}

function Headers({ lines, onChange, error }: HeadersProps) {
  const kept = lines.includes('…') ? ' “…” stands for a value that stays as it is.' : '';
  return (
    <Textarea
      label="Headers"
      description={`A name and its value in each line, at most 10. Values are kept encrypted and never shown.${kept}`}
      placeholder="Authorization: Bearer 7fK2"
      autosize
      minRows={2}
      maxRows={10}
      value={lines}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
