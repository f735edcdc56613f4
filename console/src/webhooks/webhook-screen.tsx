import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Tagged } from '../api/client';
import type { NewWebhookDto, WebhookDto } from '../api/schema';
import { ChangesPanel } from '../audit/changes-panel';
import { inWords } from '../events/event-words';
import { Columns } from '../page/columns';
import { Crumbs } from '../page/crumbs';
import { Facts } from '../page/facts';
import { Page } from '../page/page';
import { Panel } from '../page/panel';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { MoreMenu } from '../page/more-menu';
import { ProductName } from '../products/product-name';
import { useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only, OnlyItem } from '../session/only';
import { Time } from '../text/time';
import { WithCopy } from '../text/with-copy';
import { DeleteWebhook } from './delete-webhook';
import { DeliveriesPanel } from './deliveries-panel';
import { EditWebhook } from './edit-webhook';
import { ReplayWebhook } from './replay-webhook';
import { RotateWebhook } from './rotate-webhook';
import { StateChip } from './state-chip';
import { SwitchOff } from './switch-webhook';
import { TestWebhook } from './test-webhook';
import { WebhookNotices } from './webhook-notices';
import { WebhookSecret } from './webhook-secret';
import { shortUrl, webhookQuery, WRITE } from './webhooks';

/** One webhook: whether events reach it, what was sent, and what came back. */
export default function WebhookScreen() {
  const id = Number(useParams({ strict: false })['id']);
  const { data: webhook, error } = useQuery(webhookQuery(id));
  const maySeeAudit = useCan('admin');
  const path = `/api/webhooks/${id}`;
  return (
    <Page
      title={webhook ? shortUrl(webhook.url) : `Webhook ${id}`}
      crumbs={
        <Crumbs to="/webhooks" list="Webhooks">
          {id}
        </Crumbs>
      }
      aside={webhook && <StateChip webhook={webhook} />}
      lead={webhook?.description}
      actions={webhook && <Actions webhook={webhook} />}
      requests={[
        { label: 'This webhook', path },
        { label: 'What was sent to it', path: `${path}/deliveries`, query: { limit: 100 } },
        { label: 'Send a test', method: 'POST', path: `${path}/test` },
      ]}
    >
      <ReadProblem error={error} />
      {!webhook && !error && <Waiting />}
      {webhook && (
        <>
          <WebhookNotices webhook={webhook} />
          <Columns
            main={<DeliveriesPanel webhookId={id} />}
            side={
              <>
                <Details webhook={webhook} />
                {maySeeAudit && <ChangesPanel targetType="webhook" targetId={id} />}
              </>
            }
          />
        </>
      )}
    </Page>
  );
}

function Details({ webhook }: { webhook: WebhookDto }) {
  const { url, types, pid, keys, headers, publicKey, previousValidUntil, succeededAt, createdAt, position } = webhook;
  const names = Object.keys(headers);
  return (
    <Panel title="Details">
      <Facts
        facts={{
          URL: url,
          Gets:
            types.length === 0 ? (
              'everything, including types added later'
            ) : (
              <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
                {types.map((type) => (
                  <li key={type} title={type}>
                    {inWords(type)}
                  </li>
                ))}
              </ul>
            ),
          Product: pid === undefined ? 'any' : <ProductName pid={pid} />,
          'License keys': keys === 'full' ? 'in full' : 'shortened',
          Headers: names.length === 0 ? undefined : names.join(', '),
          'Last delivery': <Time at={succeededAt} capital never="none yet" />,
          'Has reached': `event ${position}`,
          'Public key': (
            <WithCopy text={publicKey} label="Copy the public key">
              <code>{publicKey.slice(0, 14)}…</code>
            </WithCopy>
          ),
          'Old secret': previousValidUntil && (
            <>
              signs too until <Time at={previousValidUntil} />
            </>
          ),
          Created: <Time at={createdAt} capital />,
        }}
      />
    </Panel>
  );
}

function Actions({ webhook }: { webhook: Tagged<WebhookDto> }) {
  const [search, change] = useSearchParams();
  const [isTesting, setTesting] = useState(false);
  const [rotated, setRotated] = useState<NewWebhookDto>();
  const mayChange = useCan(...WRITE);
  const asked = (what: string) => mayChange && search['do'] === what;
  const close = () => change({ do: undefined });
  return (
    <>
      <Only scopes={WRITE}>
        <Button variant="default" onClick={() => setTesting(true)}>
          Send a test
        </Button>
      </Only>
      <Only scopes={WRITE}>
        <Button variant="default" onClick={() => change({ do: 'change' })}>
          Edit
        </Button>
      </Only>
      <MoreActions webhook={webhook} onAsk={(what) => change({ do: what })} />
      {isTesting && <TestWebhook webhook={webhook} onClose={() => setTesting(false)} />}
      {asked('change') && <EditWebhook webhook={webhook} onClose={close} />}
      {asked('replay') && <ReplayWebhook webhook={webhook} onClose={close} />}
      {asked('rotate') && rotated === undefined && (
        <RotateWebhook webhook={webhook} onClose={close} onRotated={setRotated} />
      )}
      {rotated && (
        <WebhookSecret
          webhook={rotated}
          onClose={() => {
            setRotated(undefined);
            close();
          }}
        />
      )}
      {asked('off') && <SwitchOff webhook={webhook} onClose={close} />}
      {asked('delete') && <DeleteWebhook webhook={webhook} onClose={close} />}
    </>
  );
}

interface MoreActionsProps {
  webhook: WebhookDto;
  onAsk: (what: string) => void;
}

function MoreActions({ webhook, onAsk }: MoreActionsProps) {
  return (
    <MoreMenu of="this webhook">
      <OnlyItem scopes={WRITE} onClick={() => onAsk('replay')}>
        Send events again…
      </OnlyItem>
      <OnlyItem scopes={WRITE} onClick={() => onAsk('rotate')}>
        Rotate secret…
      </OnlyItem>
      {webhook.active && (
        <OnlyItem scopes={WRITE} onClick={() => onAsk('off')}>
          Switch off…
        </OnlyItem>
      )}
      <OnlyItem scopes={WRITE} isDestructive onClick={() => onAsk('delete')}>
        Delete webhook…
      </OnlyItem>
    </MoreMenu>
  );
}
