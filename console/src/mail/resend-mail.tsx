import { Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import type { MailDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';
import { useCan } from '../session/me';

/** Sends an email again, to the same address or a corrected one, which the customer's record can get too. */
export function ResendMail({ mail: { id, to: before, customer }, onClose }: { mail: MailDto; onClose: () => void }) {
  const cache = useQueryClient();
  const mayEdit = useCan('customers:write', 'keys:support') && customer !== undefined;
  const [to, setTo] = useState(before);
  const [isKept, setKept] = useState(true);
  const isOther = to.trim() !== before;
  const resend = useMutation({
    mutationFn: async () => {
      const email = to.trim();
      if (isOther && isKept && mayEdit)
        await answerOf(api.PUT('/api/customers/{uid}', { params: { path: { uid: customer } }, body: { email } }));
      return answerOf(api.POST('/api/mails/{id}/resend', { params: { path: { id } }, body: { to: email } }));
    },
    onSuccess: (mail) => {
      notify(`The email is on its way to ${mail.to}.`);
      onClose();
    },
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['mails'] }),
        cache.invalidateQueries({ queryKey: ['customers'] }),
      ]),
  });
  return (
    <Confirm
      title="Send this email again?"
      opened
      onClose={onClose}
      onConfirm={() => resend.mutate()}
      confirm="Send"
      isBusy={resend.isPending}
      canConfirm={to.trim() !== ''}
      error={resend.error}
    >
      <TextInput
        label="To"
        type="email"
        data-autofocus
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        autoComplete="off"
      />
      {mayEdit && isOther && (
        <Checkbox
          mt="sm"
          label="This is the customer’s address from now on"
          checked={isKept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
      )}
    </Confirm>
  );
}
