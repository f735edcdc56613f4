import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import type { CreateLicenseKeyDto } from '../../api/schema';
import { useIdempotencyKey } from '../../api/use-idempotency-key';
import { entryOf, type Entry, valueOf } from '../field-input';
import { FIELDS, type Field } from '../fields';

/** A new key is active unless that is changed. */
const emptyEntry = (field: Field) => entryOf(field, field.name === 'status' || undefined);
const nothing = () => Object.fromEntries(FIELDS.map((field) => [field.name, emptyEntry(field)]));

/** The form of new license keys, and the request that it makes. */
export function useCreate() {
  const [uid, setUid] = useState('');
  const [pid, setPid] = useState('');
  const [count, setCount] = useState('1');
  const [entries, setEntries] = useState<Record<string, Entry>>(nothing);
  const { headerFor } = useIdempotencyKey();
  const cache = useQueryClient();

  const body = {
    uid,
    pid: Number(pid),
    ...Object.fromEntries(
      FIELDS.filter((field) => entries[field.name] !== emptyEntry(field)).map((field) => [
        field.name,
        valueOf(field, entries[field.name]),
      ]),
    ),
  } as CreateLicenseKeyDto;
  const isMany = count !== '1';
  const create = useMutation({
    mutationFn: async () => {
      const header = headerFor([body, count]);
      if (isMany)
        return answerOf(api.POST('/api/keys/bulk', { body: { ...body, count: Number(count) }, params: { header } }));
      return [await answerOf(api.POST('/api/keys', { body, params: { header } }))];
    },
    onSuccess: () => cache.resetQueries({ queryKey: ['keys', 'list'] }),
  });
  const request = isMany
    ? { path: '/api/keys/bulk', body: { ...body, count: Number(count) } }
    : { path: '/api/keys', body };
  const setEntry = ({ name }: Field, entry: Entry) => setEntries((before) => ({ ...before, [name]: entry }));
  return { uid, setUid, pid, setPid, count, setCount, entries, setEntry, create, request };
}
