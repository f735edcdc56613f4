import type { NewWebhookDto } from '../api/schema';
import { ShownOnce } from '../form/shown-once';
import { CodeBlock } from '../text/code-block';
import { Time } from '../text/time';
import { shortUrl } from './webhooks';

/** Shows the secret that verifies deliveries the one time that it can be shown. */
export function WebhookSecret({ webhook, onClose }: { webhook: NewWebhookDto; onClose: () => void }) {
  const { url, secret, publicKey, previousValidUntil } = webhook;
  return (
    <ShownOnce title={`The secret of ${shortUrl(url)}`} onClose={onClose}>
      <p style={{ marginTop: 0 }}>
        Your receiver verifies deliveries with it. Copy it now: <strong>it is never shown again.</strong>
      </p>
      <CodeBlock label="The secret, for v1 signatures" code={secret} />
      <CodeBlock label="The public key, for v1a signatures" code={publicKey} />
      {previousValidUntil !== undefined && (
        <p>
          Deliveries are signed with the old secret too until <Time at={previousValidUntil} as="seconds" />: put the new
          one into your receiver by then.
        </p>
      )}
    </ShownOnce>
  );
}
