import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { NewWebhookDto, WebhookDto } from '../api/schema';
import { Empty } from '../page/empty';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import { ListFoot } from '../table/list-foot';
import { VirtualTable } from '../table/virtual-table';
import { PlusIcon } from '../theme/icons';
import { WEBHOOK_COLUMNS } from './columns';
import { CreateWebhook } from './create-webhook';
import { Notice } from './notice';
import { WebhookSecret } from './webhook-secret';
import { DISABLED_BECAUSE, shortUrl, webhooksQuery, WRITE } from './webhooks';

/** Where what happens is sent to, and whether it arrives. */
export default function WebhooksScreen() {
  const [search, change] = useSearchParams();
  const mayCreate = useCan(...WRITE);
  const [created, setCreated] = useState<NewWebhookDto>();
  const { data: webhooks, error, isPending, refetch } = useQuery(webhooksQuery);
  const create = (
    <Only scopes={WRITE}>
      <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => change({ create: '1' })}>
        New webhook
      </Button>
    </Only>
  );
  return (
    <Page
      title="Webhooks"
      lead="Events are sent to your own addresses, signed, and tried again until they arrive."
      fills
      requests={[{ label: 'This list', path: '/api/webhooks', query: { limit: 100 } }]}
      actions={create}
    >
      {webhooks?.map((webhook) => (
        <SwitchedOff key={webhook.id} webhook={webhook} />
      ))}
      {webhooks?.length === 0 ? (
        <Empty title="No webhooks yet">
          Tell your shop, your emails or your bookkeeping what changes: each change is sent as JSON to a URL of yours.
        </Empty>
      ) : error && !webhooks ? (
        <ReadProblem error={error} />
      ) : (
        <VirtualTable
          label="Webhooks"
          columns={WEBHOOK_COLUMNS}
          rows={webhooks ?? []}
          keyOf={({ id }) => id}
          hasMore={false}
          onEnd={() => undefined}
          foot={
            <ListFoot
              pages={{
                error,
                hasMore: false,
                isLoading: isPending,
                isLoadingMore: false,
                isFull: false,
                retry: () => void refetch(),
              }}
              count={webhooks?.length ?? 0}
              of="webhook"
            />
          }
        />
      )}
      {mayCreate && search['create'] !== undefined && created === undefined && (
        <CreateWebhook onClose={() => change({ create: undefined })} onCreated={setCreated} />
      )}
      {created && <WebhookSecret webhook={created} onClose={() => setCreated(undefined)} />}
    </Page>
  );
}

/** Says that the service itself gave a webhook up. */
function SwitchedOff({ webhook: { id, url, disabledBecause } }: { webhook: WebhookDto }) {
  if (disabledBecause === undefined) return null;
  return (
    <Notice
      tone="bad"
      action={
        <Link to="/webhooks/$id" params={{ id: String(id) }}>
          Open it
        </Link>
      }
    >
      <strong>{shortUrl(url)}</strong> was switched off: {DISABLED_BECAUSE[disabledBecause]}.
    </Notice>
  );
}
