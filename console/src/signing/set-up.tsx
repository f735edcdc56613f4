import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { answerOf, api } from '../api/client';
import { OnceButton } from '../form/once-button';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Only } from '../session/only';
import { useSigningChange } from './use-signing-change';
import classes from './signing.module.css';

/** Before signing is set up: what it is for, and the one thing to decide. */
export function SetUp() {
  return (
    <div className={classes.screen}>
      <Panel title="Signing is not set up yet">
        <p className={classes.explained}>
          Without it, answers to checks are not signed, and no offline licenses can be issued. Setting it up creates a{' '}
          <strong>root key</strong>, whose public half you build into your programs, and a first{' '}
          <strong>signing key</strong>, which the root key vouches for. It takes a second, and nothing else changes.
        </p>
        <SetUpForm />
      </Panel>
    </div>
  );
}

function SetUpForm() {
  const [issuer, setIssuer] = useState('');
  const body = issuer.trim() === '' ? {} : { issuer: issuer.trim() };
  const setUp = useSigningChange(() => answerOf(api.POST('/api/signing', { body })), 'Signing is set up.');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!setUp.isPending) setUp.mutate();
  };
  return (
    <form onSubmit={onSubmit}>
      <div className={classes.form}>
        <TextInput
          label="Issuer"
          description="The name in everything that is signed, such as your site. It can’t be changed later."
          placeholder="keylink"
          maxLength={28}
          value={issuer}
          onChange={({ currentTarget }) => setIssuer(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Only scopes={['signing:write']}>
          <OnceButton type="submit" loading={setUp.isPending}>
            Set up signing
          </OnceButton>
        </Only>
      </div>
      <ProblemAlert error={setUp.error} />
    </form>
  );
}
