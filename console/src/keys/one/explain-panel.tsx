import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf, api } from '../../api/client';
import type { ExplainCheckDto, LicenseKeyDto } from '../../api/schema';
import formClasses from '../../form/form.module.css';
import { AsCurl } from '../../page/as-curl';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { fromLocalInput } from '../../text/times';
import { ExplainedRules } from './explained-rules';

/** What can be said of a check. */
const FIELDS = [
  {
    name: 'pid',
    label: 'Product',
    description: 'Empty: not judged. Programs send it as pid; other names are ignored.',
    type: 'number',
    min: 0,
  },
  { name: 'address', label: 'Address of the client', description: 'Empty: your own.', placeholder: '203.0.113.7' },
  { name: 'device', label: 'Device', description: 'As its program names it, in the field device.' },
  { name: 'at', label: 'Time', description: 'Empty: now.', type: 'datetime-local' },
] as const;

type Entries = Record<(typeof FIELDS)[number]['name'], string>;

/** The request for what was entered; what is left empty is left out. */
function requestOf(id: number, { pid, address, device, at }: Entries): ExplainCheckDto {
  return {
    id: String(id),
    pid: pid === '' ? undefined : Number(pid),
    address: address || undefined,
    device: device || undefined,
    at: fromLocalInput(at),
  };
}

/** Why a check is refused: the rules in their order with what each saw. It writes nothing. */
export function ExplainPanel({ licenseKey: { id, product } }: { licenseKey: LicenseKeyDto }) {
  const [entries, setEntries] = useState<Entries>({ pid: String(product), address: '', device: '', at: '' });
  const [request, setRequest] = useState<ExplainCheckDto>();
  const explained = useQuery({
    queryKey: ['keys', 'explain', request],
    queryFn: ({ signal }) => answerOf(api.POST('/api/check/explain', { body: request!, signal })),
    enabled: request !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const next = requestOf(id, entries);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (JSON.stringify(next) === JSON.stringify(request)) void explained.refetch();
    else setRequest(next);
  };
  return (
    <Panel
      title="Why was it refused?"
      lead="Tells what a check would be answered, and why. Nothing is logged or changed by it."
      actions={
        <AsCurl requests={[{ label: 'This question', method: 'POST', path: '/api/check/explain', body: next }]} />
      }
    >
      <form onSubmit={submit} className={formClasses['form']}>
        <div className={formClasses['two']}>
          {FIELDS.map(({ name, ...field }) => (
            <TextInput
              key={name}
              {...field}
              value={entries[name]}
              onChange={({ currentTarget }) => setEntries({ ...entries, [name]: currentTarget.value })}
            />
          ))}
        </div>
        <Button type="submit" variant="default" loading={explained.isFetching} w="fit-content">
          Explain a check
        </Button>
        <ProblemAlert error={explained.error} />
        {explained.data !== undefined && <ExplainedRules explanation={explained.data} />}
      </form>
    </Panel>
  );
}
