import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { OnceButton } from '../form/once-button';
import { type FormEvent, useEffect, useState } from 'react';
import { answerOf, api } from '../api/client';
import { ProblemAlert } from '../page/problem-alert';
import { firstOf, useSearchParams } from '../search-params';
import mark from '../shell/mark.svg';
import { signInQuery } from './me';
import { problemInWords } from './problem-in-words';
import { safeReturnTo } from './return-to';
import classes from './sign-in.module.css';

/** The door: an API key, or the organisation's own sign-in where the service has one. */
export default function SignInScreen() {
  const [search] = useSearchParams();
  const returnTo = safeReturnTo(firstOf(search['returnTo']));
  const problem = firstOf(search['problem']);
  const { data: ways } = useQuery({ ...signInQuery, staleTime: Infinity });
  useEffect(() => {
    document.title = 'Sign in · keylink';
  }, []);
  return (
    <main className={classes.door}>
      <div className={classes.card}>
        <img src={mark} alt="" width={40} height={40} />
        <h1>Sign in to keylink</h1>
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {problemInWords(problem)}
          </p>
        )}
        {ways?.openId && (
          <>
            <Button
              component="a"
              fullWidth
              href={`/auth/login?${new URLSearchParams({ returnTo: `/console${returnTo}` })}`}
            >
              Continue with {ways.openId.name}
            </Button>
            <p className={classes.or}>or</p>
          </>
        )}
        <ApiKeyForm returnTo={returnTo} isSecond={Boolean(ways?.openId)} />
      </div>
    </main>
  );
}

function ApiKeyForm({ returnTo, isSecond }: { returnTo: string; isSecond: boolean }) {
  const [apiKey, setApiKey] = useState('');
  const cache = useQueryClient();
  const router = useRouter();
  const signIn = useMutation({
    mutationFn: () => answerOf(api.POST('/api/sessions', { headers: { 'x-api-key': apiKey.trim() } })),
    onSuccess: async () => {
      cache.clear();
      await router.navigate({ href: returnTo, replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (apiKey.trim() !== '') signIn.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <PasswordInput
        label="API key"
        description="keylink printed the first one when it started for the first time. It leaves this page only to sign you in."
        value={apiKey}
        onChange={(event) => setApiKey(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        autoFocus={!isSecond}
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show what was typed' }}
      />
      <ProblemAlert error={signIn.error} />
      <OnceButton type="submit" fullWidth loading={signIn.isPending} variant={isSecond ? 'default' : 'filled'}>
        Sign in
      </OnceButton>
    </form>
  );
}
