import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { answerOf, api } from '../api/client';
import type { LicenseKeyDto } from '../api/schema';
import { useIdempotencyKey } from '../api/use-idempotency-key';
import { OnceButton } from '../form/once-button';
import { keyQuery } from '../keys/one/key-query';
import { ProblemAlert } from '../page/problem-alert';
import { CodeBlock } from '../text/code-block';
import { counted } from '../text/numbers';
import { Time } from '../text/time';
import classes from './first-start.module.css';
import { Step } from './step';

interface KeyStepProps {
  /** Undefined while there is no product to create one for. */
  pid: number | undefined;
  licenseKey: LicenseKeyDto | undefined;
  onCreated: (id: number) => void;
}

/** A license key to try things with. */
export function KeyStep({ pid, licenseKey, onCreated }: KeyStepProps) {
  if (licenseKey === undefined) {
    return (
      <Step number={2} title="Create a license key" state={pid === undefined ? 'later' : 'now'}>
        {pid !== undefined && <KeyForm pid={pid} onCreated={onCreated} />}
      </Step>
    );
  }
  const { id, key, uuid, seats, expiresAt } = licenseKey;
  return (
    <Step
      number={2}
      title="Create a license key"
      state="done"
      lead={
        <>
          For <b>{uuid}</b>, {seats === undefined ? 'any number of devices' : counted(seats, 'seat')},{' '}
          {expiresAt === undefined ? 'never expires' : <Time at={expiresAt} as="day" />}
        </>
      }
      action={
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          renderRoot={(props) => <Link to="/keys/$id" params={{ id: String(id) }} {...props} />}
        >
          Open it
        </Button>
      }
    >
      <CodeBlock label="License key" code={key} />
    </Step>
  );
}

function KeyForm({ pid, onCreated }: { pid: number; onCreated: (id: number) => void }) {
  const cache = useQueryClient();
  const [uid, setUid] = useState('test@example.com');
  const [seats, setSeats] = useState('2');
  const { headerFor } = useIdempotencyKey();
  const create = useMutation({
    mutationFn: () => {
      const body = { uid: uid.trim(), pid, ...(Number(seats) > 0 && { seats: Number(seats) }) };
      return answerOf(api.POST('/api/keys', { body, params: { header: headerFor(body) } }));
    },
    onSuccess: (created) => {
      cache.setQueryData(keyQuery(String(created.id)).queryKey, created);
      onCreated(created.id);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (uid.trim() !== '' && !create.isPending) create.mutate();
  };
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <TextInput
        label="Customer"
        required
        autoFocus
        maxLength={191}
        value={uid}
        onChange={(event) => setUid(event.currentTarget.value)}
      />
      <TextInput
        label="Seats"
        type="number"
        min={1}
        placeholder="any"
        className={classes.short}
        value={seats}
        onChange={(event) => setSeats(event.currentTarget.value)}
      />
      <OnceButton type="submit" loading={create.isPending}>
        Create key
      </OnceButton>
      <ProblemAlert error={create.error} />
    </form>
  );
}
