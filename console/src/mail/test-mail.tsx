import { Alert, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../api/client';
import { Confirm } from '../form/confirm';
import classes from './mail.module.css';

/** Sends a test to an address, and shows what the mail server said. */
export function TestMail({ onClose }: { onClose: () => void }) {
  const [to, setTo] = useState('');
  const test = useMutation({
    mutationFn: () => answerOf(api.POST('/api/mail/test', { body: { to: to.trim() } })),
  });
  return (
    <Confirm
      title="Send a test email"
      opened
      onClose={onClose}
      onConfirm={() => test.mutate()}
      confirm="Send"
      isBusy={test.isPending}
      canConfirm={to.trim() !== ''}
      error={test.error}
    >
      <TextInput
        label="To"
        type="email"
        data-autofocus
        placeholder="me@example.com"
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {test.data && (
        <Alert
          mt="md"
          color={test.data.isTaken ? 'green' : 'red'}
          title={test.data.isTaken ? 'The mail server accepted it' : 'The mail server did not accept it'}
        >
          <p className={classes.answer}>{test.data.answer}</p>
        </Alert>
      )}
    </Confirm>
  );
}
