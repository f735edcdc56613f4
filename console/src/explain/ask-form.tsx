import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { OnceButton } from '../form/once-button';
import { type FormEvent, useState } from 'react';
import { answerOf, api } from '../api/client';
import type { ExplainCheckDto, LicenseKeyDto, LoggedCheckDto } from '../api/schema';
import formClasses from '../form/form.module.css';
import { nameOfDevice, useDevices } from '../keys/one/devices';
import { AsCurl } from '../page/as-curl';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Time } from '../text/time';
import { fromLocalInput } from '../text/times';
import { ExplainedRules } from './explained-rules';

/** Stands for a device that never asked. */
const NEW = 'new';
/** A text that no program sends: no device is listed under it. */
const UNLISTED = 'a device that is not listed';

interface Entries {
  pid: string;
  device: string;
  address: string;
  at: string;
}

/** The question for what was entered. The address is always there: the reader's own would tell nothing. */
function questionFor(id: number, { pid, device, address, at }: Entries): ExplainCheckDto {
  return {
    id: String(id),
    pid: pid === '' ? undefined : Number(pid),
    device: device === NEW ? UNLISTED : undefined,
    deviceId: device === NEW || device === '' ? undefined : Number(device),
    address,
    at: fromLocalInput(at),
  };
}

interface AskFormProps {
  licenseKey: LicenseKeyDto;
  /** The check that the form begins with. */
  asked?: LoggedCheckDto;
}

/** Asks what a check would be answered, beginning with one that was. */
export function AskForm({ licenseKey, asked }: AskFormProps) {
  const { id, product, seats } = licenseKey;
  const [entries, setEntries] = useState<Entries>({
    pid: String(asked?.product ?? product),
    device: asked?.device === undefined ? '' : String(asked.device),
    address: asked?.ip ?? '',
    at: '',
  });
  const [question, setQuestion] = useState<ExplainCheckDto>();
  const explained = useQuery({
    queryKey: ['keys', 'explain', question],
    queryFn: ({ signal }) => answerOf(api.POST('/api/check/explain', { body: question!, signal })),
    enabled: question !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const next = questionFor(id, entries);
  const enter = (name: keyof Entries) => ({
    value: entries[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setEntries({ ...entries, [name]: currentTarget.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (JSON.stringify(next) === JSON.stringify(question)) void explained.refetch();
    else setQuestion(next);
  };
  return (
    <Panel
      title="The check"
      lead={<FilledIn asked={asked} />}
      actions={
        <AsCurl requests={[{ label: 'This question', method: 'POST', path: '/api/check/explain', body: next }]} />
      }
    >
      <form onSubmit={submit} className={formClasses['form']}>
        <div className={formClasses['two']}>
          {seats !== undefined && <DeviceChoice licenseKey={licenseKey} {...enter('device')} />}
          <TextInput label="Address" placeholder="203.0.113.7" required {...enter('address')} />
          <TextInput label="Product number (empty: any)" type="number" min={0} {...enter('pid')} />
          <TextInput label="Time (empty: now)" type="datetime-local" {...enter('at')} />
        </div>
        <OnceButton type="submit" loading={explained.isFetching} w="fit-content">
          Ask
        </OnceButton>
        <ProblemAlert error={explained.error} />
        {explained.data !== undefined && <ExplainedRules explanation={explained.data} />}
      </form>
    </Panel>
  );
}

function FilledIn({ asked }: { asked?: LoggedCheckDto }) {
  if (asked === undefined) return 'This key has no checks yet: enter the address that a check would come from.';
  return (
    <>
      Filled in from a check of this key: <Time at={Number(asked.timeAt)} as="seconds" />, from {asked.ip}.
    </>
  );
}

interface DeviceChoiceProps {
  licenseKey: LicenseKeyDto;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

function DeviceChoice({ licenseKey, ...entry }: DeviceChoiceProps) {
  const { pages } = useDevices(licenseKey);
  const listed = pages.rows.map((device) => ({ value: String(device.id), label: nameOfDevice(device) }));
  const isListed = entry.value === '' || entry.value === NEW || listed.some(({ value }) => value === entry.value);
  return (
    <NativeSelect
      label="Device"
      data={[
        ...listed,
        ...(isListed ? [] : [{ value: entry.value, label: `Device ${entry.value}` }]),
        { value: NEW, label: 'A new device' },
        { value: '', label: 'None: the address counts as one' },
      ]}
      {...entry}
    />
  );
}
