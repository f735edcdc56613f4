import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { customerQuery } from '../../customers/customers';
import { Confirm } from '../../form/confirm';
import { notify } from '../../page/notify';
import { useCan } from '../../session/me';

/** Emails a license key to its customer, or to another address. */
export function MailKey({ licenseKey: { id, uuid }, onClose }: { licenseKey: LicenseKeyDto; onClose: () => void }) {
  const cache = useQueryClient();
  const maySeeCustomer = useCan('customers:read');
  const { data: customer } = useQuery({ ...customerQuery(uuid), enabled: maySeeCustomer, retry: false });
  const [typed, setTyped] = useState<string>();
  const to = typed ?? customer?.email ?? '';
  const mail = useMutation({
    mutationFn: () => {
      const body = to.trim() === '' ? {} : { to: to.trim() };
      return answerOf(api.POST('/api/keys/{id}/mail', { params: { path: { id: String(id) } }, body }));
    },
    onSuccess: ({ to: recipient }) => {
      notify(`The key is on its way to ${recipient}.`);
      onClose();
      void cache.invalidateQueries({ queryKey: ['mails'] });
    },
  });
  return (
    <Confirm
      title="Mail this key?"
      opened
      onClose={onClose}
      onConfirm={() => mail.mutate()}
      confirm="Send"
      isBusy={mail.isPending}
      error={mail.error}
    >
      <p style={{ marginTop: 0 }}>The customer gets the key and how to enter it, in the words of the templates.</p>
      <TextInput
        label="To"
        type="email"
        description={maySeeCustomer ? undefined : 'Leave it empty for the customer’s address.'}
        data-autofocus
        autoComplete="off"
        value={to}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </Confirm>
  );
}
