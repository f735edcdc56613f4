import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { useDraft } from '../form/draft';
import { FormDrawer } from '../form/form-drawer';
import type { ApiKey, Scope } from './api-keys';
import { type End, EndField, endOf, timeOf } from './end-field';
import type { Issued } from './new-secret';
import { ScopeField } from './scope-field';
import { isSameChoice } from './scopes';

interface ApiKeyFormProps {
  /** The one to change; a new one is created when it is left out. */
  apiKey?: ApiKey;
  onClose: () => void;
  /** A new one comes with its secret. */
  onCreated: (issued: Issued) => void;
}

interface Fields {
  name: string;
  scopes: string[];
  end: End;
}

/** Creates an API key, or changes what one is called, may do, and when it ends. */
export function ApiKeyForm({ apiKey, onClose, onCreated }: ApiKeyFormProps) {
  const [fields, setFields, draft] = useDraft<Fields>(apiKey ? `API key ${apiKey.id}` : 'new API key', {
    name: apiKey?.name ?? '',
    scopes: apiKey?.scopes ?? [],
    end: endOf(apiKey?.expiresAt ?? null),
  });
  const change = (changes: Partial<Fields>) => setFields((before) => ({ ...before, ...changes }));
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (): Promise<ApiKey | Issued> => (apiKey ? update(apiKey, fields) : create(fields)),
    onSuccess: async (saved) => {
      draft.forget();
      onClose();
      if ('secret' in saved) onCreated(saved);
      await cache.invalidateQueries({ queryKey: ['api-keys'] });
    },
  });
  const { name, scopes, end } = fields;
  return (
    <FormDrawer
      title={apiKey ? `Change “${apiKey.name}”` : 'Create an API key'}
      opened
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={apiKey ? 'Save' : 'Create API key'}
      isBusy={save.isPending}
      canSubmit={name.trim() !== '' && scopes.length > 0 && timeOf(end) !== undefined}
      error={save.error}
      draft={draft}
    >
      <TextInput
        label="Name"
        description="Who or what uses it, such as “web shop”; the audit shows this name"
        value={name}
        maxLength={191}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        autoComplete="off"
        data-autofocus
        required
        withAsterisk={false}
      />
      <ScopeField chosen={scopes} onChange={(chosen) => change({ scopes: chosen })} />
      <EndField end={end} onChange={(chosen) => change({ end: chosen })} />
    </FormDrawer>
  );
}

function create({ name, scopes, end }: Fields): Promise<Issued> {
  const body = { name, scopes: scopes as Scope[], expiresAt: timeOf(end) ?? undefined };
  return answerOf(api.POST('/api/api-keys', { body }));
}

/** Sends what was changed, and nothing else: an end that has passed may stay as it is. */
function update(apiKey: ApiKey, { name, scopes, end }: Fields): Promise<ApiKey> {
  const before = endOf(apiKey.expiresAt);
  const isSameEnd = before.choice === end.choice && before.at === end.at;
  const body = {
    name: name === apiKey.name ? undefined : name,
    scopes: isSameChoice(scopes, apiKey.scopes) ? undefined : (scopes as Scope[]),
    expiresAt: isSameEnd ? undefined : timeOf(end),
  };
  return answerOf(api.PUT('/api/api-keys/{id}', { params: { path: { id: String(apiKey.id) } }, body }));
}
