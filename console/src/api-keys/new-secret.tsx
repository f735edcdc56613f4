import type { NewApiKeyDto } from '../api/schema';
import { ShownOnce } from '../form/shown-once';
import { toCurl, type CurlRequest } from '../page/to-curl';
import { CodeBlock } from '../text/code-block';
import { Time } from '../text/time';

/** An API key with its secret; `previousValidUntil` after a rotation. */
export type Issued = NewApiKeyDto & { previousValidUntil?: number };

/** Shows a secret the one time that it can be shown. */
export function NewSecret({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const { name, secret, scopes, previousValidUntil } = issued;
  return (
    <ShownOnce title={`The secret of “${name}”`} onClose={onClose}>
      <p style={{ marginTop: 0 }}>
        Copy it now. keylink stores only a fingerprint of it: <strong>it is never shown again.</strong>
      </p>
      <CodeBlock label="The secret, for the header x-api-key" code={secret} />
      <CodeBlock label="Try it in a terminal" code={`KEYLINK_API_KEY='${secret}'\n${toCurl(firstRequest(scopes))}`} />
      {previousValidUntil !== undefined && <Previous until={previousValidUntil} />}
    </ShownOnce>
  );
}

function Previous({ until }: { until: number }) {
  if (hasPassed(until)) return <p>The old secret is refused from now on.</p>;
  return (
    <p>
      The old secret works until <Time at={until} as="seconds" />: put the new one into your programs by then.
    </p>
  );
}

const hasPassed = (at: number) => at <= Date.now();

/** Something that the API key may do and that changes nothing. */
function firstRequest(scopes: readonly string[]): CurlRequest {
  const may = (scope: string) => scopes.includes(scope) || scopes.includes('admin');
  if (may('keys:read')) return { label: 'License keys', path: '/api/keys', query: { limit: 10 } };
  if (may('check')) return { label: 'A check', method: 'POST', path: '/api/check', body: { id: 'a license key' } };
  if (may('links:read')) return { label: 'Links', path: '/api/links', query: { limit: 10 } };
  if (may('metrics')) return { label: 'Metrics', path: '/metrics' };
  return { label: 'Who am I', path: '/api/me' };
}
