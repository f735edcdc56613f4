import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DOMAIN_FIELDS } from '../../../../src/links/domains/domain-fields';
import { answerOf, api, ifMatch, type Tagged } from '../../api/client';
import type { CreateDomainDto, DomainDto } from '../../api/schema';
import { Confirm } from '../../form/confirm';
import { useDraft } from '../../form/draft';
import { EditDrawer } from '../../form/edit-drawer';
import { FormDrawer } from '../../form/form-drawer';
import { changesIn, entriesOf, type Entries, recordFields, RecordInputs } from '../../form/record-fields';
import { notify } from '../../page/notify';
import { ProblemAlert } from '../../page/problem-alert';
import { domainQuery, domainsQuery, readDomain } from './domains';

const DOMAIN_FORM = recordFields(DOMAIN_FIELDS);
const EMPTY: Entries = { host: '', ...entriesOf(DOMAIN_FORM) };
const { label, meaning, placeholder } = DOMAIN_FIELDS.host.console;

export function CreateDomain({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const cache = useQueryClient();
  const [values, setValues, draft] = useDraft('new domain', EMPTY);
  const { host } = values;
  const create = useMutation({
    mutationFn: () => {
      const body = { host: host.trim(), ...changesIn(DOMAIN_FORM, values, EMPTY) } as CreateDomainDto;
      return answerOf(api.POST('/api/domains', { body }));
    },
    onSuccess: async (domain) => {
      setValues(EMPTY);
      notify(`The domain ${domain.host} was created.`);
      await cache.invalidateQueries({ queryKey: domainsQuery.queryKey });
      onClose();
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <FormDrawer
      title="New domain"
      opened={opened}
      onClose={close}
      onSubmit={() => create.mutate()}
      submit="Create domain"
      isBusy={create.isPending}
      canSubmit={host.trim() !== ''}
      error={create.error}
      draft={draft}
    >
      <TextInput
        label={label}
        description={meaning}
        placeholder={placeholder}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={host}
        onChange={({ currentTarget }) => setValues({ ...values, host: currentTarget.value })}
      />
      <RecordInputs fields={DOMAIN_FORM} entries={values} onChange={(entries) => setValues({ ...entries, host })} />
    </FormDrawer>
  );
}

interface OneDomainProps {
  host: string;
  onClose: () => void;
}

/** Reads the domain first: lists have no tags. */
export function EditDomain({ host, onClose }: OneDomainProps) {
  const { data, error } = useQuery(domainQuery(host));
  if (data) return <EditForm domain={data} onClose={onClose} />;
  return <ProblemAlert error={error} />;
}

function EditForm({ domain, onClose }: { domain: Tagged<DomainDto>; onClose: () => void }) {
  const { id, host } = domain;
  const cache = useQueryClient();
  const [entries, setEntries, draft] = useDraft(`domain ${host}`, entriesOf(DOMAIN_FORM, domain), domain.etag);
  const change = changesIn(DOMAIN_FORM, entries, draft.base);
  const reread = () => cache.invalidateQueries({ queryKey: domainsQuery.queryKey });
  return (
    <EditDrawer
      title={`Change ${host}`}
      draft={draft}
      change={change}
      compared={{
        fields: DOMAIN_FORM,
        target: { targetType: 'domain', targetId: id },
        read: () => readDomain(host),
      }}
      save={(tag) => {
        const params = { path: { host }, header: ifMatch(tag) };
        return answerOf(api.PUT('/api/domains/{host}', { params, body: change }));
      }}
      onSaved={async () => {
        notify(`The domain ${host} was changed.`);
        onClose();
        await reread();
      }}
      reread={reread}
      onClose={onClose}
    >
      <RecordInputs fields={DOMAIN_FORM} entries={entries} onChange={setEntries} />
    </EditDrawer>
  );
}

export function DeleteDomain({ host, onClose }: OneDomainProps) {
  const cache = useQueryClient();
  const read = useQuery(domainQuery(host));
  const reread = () => cache.invalidateQueries({ queryKey: domainsQuery.queryKey });
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { host }, header: ifMatch(read.data?.etag) };
      return answerOf(api.DELETE('/api/domains/{host}', { params }));
    },
    // Whoever deletes it all the same has seen what somebody changed meanwhile.
    onError: () => Promise.all([reread(), cache.invalidateQueries({ queryKey: domainQuery(host).queryKey })]),
    onSuccess: async () => {
      onClose();
      notify(`The domain ${host} was deleted.`);
      await reread();
    },
  });
  return (
    <Confirm
      title={`Delete ${host}?`}
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirm="Delete domain"
      isBusy={remove.isPending}
      canConfirm={read.data !== undefined}
      error={remove.error ?? read.error}
      isDestructive
    >
      A domain that has links can’t be deleted. Once it is gone, the service itself answers on its host, if your proxy
      still passes it on.
    </Confirm>
  );
}
