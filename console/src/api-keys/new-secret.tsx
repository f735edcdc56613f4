import { Button, Group, Modal } from '@mantine/core';
import type { NewApiKeyDto } from '../api/schema';
import { useShownOnce } from '../form/use-shown-once';
import { toCurl, type CurlRequest } from '../page/to-curl';
import { CodeBlock } from '../text/code-block';
import { Time } from '../text/time';

/** An API key with its secret; `previousValidUntil` after a rotation. */
export type Issued = NewApiKeyDto & { previousValidUntil?: number };

/** Shows a secret the one time that it can be shown. It goes by its button alone: no stray click, no Back and no end of a session loses it. */
export function NewSecret({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const { name, secret, scopes, previousValidUntil } = issued;
  const { done, warning } = useShownOnce(onClose);
  return (
    <Modal
      opened
      onClose={done}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={`The secret of “${name}”`}
      withCloseButton={false}
      size="lg"
    >
      <p style={{ marginTop: 0 }}>
        Copy it now. keylink stores only a fingerprint of it: <strong>it is never shown again.</strong>
      </p>
      <CodeBlock label="The secret, for the header x-api-key" code={secret} />
      <CodeBlock label="Try it in a terminal" code={`KEYLINK_API_KEY='${secret}'\n${toCurl(firstRequest(scopes))}`} />
      {previousValidUntil !== undefined && <Previous until={previousValidUntil} />}
      {warning}
      <Group justify="flex-end" mt="lg">
        <Button onClick={done} data-autofocus>
          I have stored it
        </Button>
      </Group>
    </Modal>
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
