import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf, api, ifMatch, type Tagged } from '../api/client';
import type { CreateCustomerDto, CustomerDto } from '../api/schema';
import { useDraft } from '../form/draft';
import { EditDrawer } from '../form/edit-drawer';
import { FormDrawer } from '../form/form-drawer';
import { changesIn, entriesOf, RecordInputs } from '../form/record-fields';
import { notify } from '../page/notify';
import { NAMES_KEY } from './customer-names';
import { CUSTOMER_FORM, customerQuery, readCustomer } from './customers';

const NEW = CUSTOMER_FORM.map((field) =>
  field.name === 'uid'
    ? { ...field, meaning: 'What your shop and license keys call the customer. Leave it empty for a random one.' }
    : field,
);
/** What people look for first; the uid is for programs. */
const inOrder = (fields: typeof CUSTOMER_FORM) => [
  ...fields.filter(({ name }) => name !== 'uid'),
  ...fields.filter(({ name }) => name === 'uid'),
];
const EMPTY = entriesOf(CUSTOMER_FORM);
const WARNED = CUSTOMER_FORM.map((field) =>
  field.name === 'uid'
    ? {
        ...field,
        meaning:
          'Changing it moves all license keys of the customer. Programs that use the old one no longer find them.',
      }
    : field,
);

interface CreateCustomerProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (customer: CustomerDto) => void;
}

export function CreateCustomer({ opened, onClose, onCreated }: CreateCustomerProps) {
  const cache = useQueryClient();
  const [entries, setEntries, draft] = useDraft('new customer', EMPTY);
  const create = useMutation({
    mutationFn: () => {
      const body = changesIn(CUSTOMER_FORM, entries, EMPTY) as CreateCustomerDto;
      return answerOf(api.POST('/api/customers', { body }));
    },
    onSuccess: (customer) => {
      setEntries(EMPTY);
      notify(`The customer ${customer.name ?? customer.uid} was created.`);
      void cache.resetQueries({ queryKey: ['customers', 'list'] });
      void cache.invalidateQueries({ queryKey: NAMES_KEY });
      cache.setQueryData(customerQuery(customer.uid).queryKey, customer);
      onCreated(customer);
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <FormDrawer
      title="New customer"
      opened={opened}
      onClose={close}
      onSubmit={() => create.mutate()}
      submit="Create customer"
      isBusy={create.isPending}
      canSubmit={Object.values(entries).some((entry) => entry.trim() !== '')}
      error={create.error}
      draft={draft}
    >
      <RecordInputs fields={inOrder(NEW)} entries={entries} onChange={setEntries} />
    </FormDrawer>
  );
}

interface EditCustomerProps {
  uid: string;
  /** Null while only license keys know the customer. */
  customer: Tagged<CustomerDto> | null;
  mayMove: boolean;
  onClose: () => void;
}

export function EditCustomer({ uid, customer, mayMove, onClose }: EditCustomerProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const initial = entriesOf(CUSTOMER_FORM, customer ?? { uid });
  const [entries, setEntries, draft] = useDraft(`customer ${uid}`, initial, customer?.etag);
  const change = changesIn(CUSTOMER_FORM, entries, draft.base);
  return (
    <EditDrawer
      title={`Change ${customer?.name ?? uid}`}
      draft={draft}
      change={change}
      compared={{
        fields: WARNED,
        target: { targetType: 'customer', targetId: customer?.id ?? 0 },
        read: () => readCustomer(uid),
      }}
      save={(etag) =>
        answerOf(api.PUT('/api/customers/{uid}', { params: { path: { uid }, header: ifMatch(etag) }, body: change }))
      }
      onSaved={(changed) => {
        notify(`${changed.name ?? changed.uid} was changed.`);
        cache.setQueryData(customerQuery(changed.uid).queryKey, changed);
        void cache.invalidateQueries({ queryKey: customerQuery(changed.uid).queryKey });
        void cache.resetQueries({ queryKey: ['customers', 'list'] });
        void cache.invalidateQueries({ queryKey: NAMES_KEY });
        void cache.invalidateQueries({ queryKey: ['audit', 'of', 'customer', changed.id] });
        if (changed.uid === uid) return onClose();
        cache.removeQueries({ queryKey: customerQuery(uid).queryKey });
        return navigate({ to: '/customers/$uid', params: { uid: changed.uid }, replace: true });
      }}
      reread={() => cache.invalidateQueries({ queryKey: customerQuery(uid).queryKey })}
      onClose={onClose}
    >
      <RecordInputs
        fields={inOrder(WARNED).filter(({ name }) => mayMove || name !== 'uid')}
        entries={entries}
        onChange={setEntries}
      />
    </EditDrawer>
  );
}
