import { useMutation } from '@tanstack/react-query';
import { OnceButton } from '../form/once-button';
import { answerOf, api } from '../api/client';
import type { LicenseKeyDto } from '../api/schema';
import { ProblemAlert } from '../page/problem-alert';
import { useCan } from '../session/me';
import { CodeBlock } from '../text/code-block';
import { FIRST_DEVICE, TERMINAL } from './checks';
import classes from './first-start.module.css';

/** Quoted for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The same check as a command that works as it stands, once the API key is in it. */
export function Terminal({ licenseKey }: { licenseKey: LicenseKeyDto }) {
  const creates = useCan('admin');
  const create = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/api/api-keys', { body: { name: `first check ${Date.now() % 1_000_000}`, scopes: ['check'] } }),
      ),
  });
  const secret = create.data?.secret;
  const body = { id: licenseKey.key, pid: licenseKey.product, ...FIRST_DEVICE, info: TERMINAL };
  const code = [
    ...(secret === undefined ? ['# KEY is an API key with the scope "check".'] : [`export KEY=${secret}`]),
    `curl -s ${quoted(`${location.origin}/api/check`)} \\`,
    '  -H "x-api-key: $KEY" -H "Content-Type: application/json" \\',
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join('\n');
  return (
    <details className={classes.terminal}>
      <summary>The same from a terminal</summary>
      {secret === undefined && (
        <div className={classes.choices}>
          <span>
            {creates ? 'It needs an API key:' : 'It needs your API key, or one with the scope “check” from an admin.'}
          </span>
          {creates && (
            <OnceButton size="xs" variant="default" loading={create.isPending} onClick={() => create.mutate()}>
              Create one for checks
            </OnceButton>
          )}
        </div>
      )}
      <ProblemAlert error={create.error} />
      <CodeBlock label="Check it" code={code} />
    </details>
  );
}
