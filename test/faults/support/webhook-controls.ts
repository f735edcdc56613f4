import { claim, type Claim } from '../row';
import type { Stage } from '../stage';
import { breakService } from '../../support/broken-service';
import type { Site } from './site';
import type { Receipt, WebhookEndpoint } from './webhook-endpoints';
import { compareReceipts, readEvents, type StoredEvents } from './webhook-findings';
import type { WebhookLoad } from './webhook-load';

/** What keeps others from a delivery under way, in the bundle; without it, the delivery stays due. */
const CLAIM = 'UPDATE webhook_deliveries SET claim = ?, dueAt = ? WHERE';
const NO_CLAIM = 'UPDATE webhook_deliveries SET claim = ?, dueAt = dueAt + 0 * ? WHERE';
const UNCLAIMED = { aSecond: 20, seconds: 2 };

/** A lost and a repeated delivery, and a false id, must be noticed. @param receipts of an endpoint that has each event */
export function checkerClaim(receipts: readonly Receipt[], stored: StoredEvents): Claim {
  const [first, second, ...rest] = receipts;
  const spoiled = compareReceipts([second, second, { ...rest[0], id: 'evt_other' }, ...rest.slice(1)], stored);
  const { missing, repeats, wrongs } = compareReceipts(receipts, stored);
  const more = [spoiled.missing - missing, spoiled.repeats - repeats, spoiled.wrongs.length - wrongs.length];
  return claim(
    'lost, repeated and renamed deliveries are noticed',
    `of spoiled deliveries ${more[0]} missing, ${more[1]} repeated, ${more[2]} with a false id noticed`,
    first !== undefined && more.every((each) => each > 0),
  );
}

/** Instances that claim nothing must be caught sending twice. @param endpoint one that takes its time */
export async function unclaimedClaim(
  stage: Stage,
  site: Site,
  load: WebhookLoad,
  endpoint: WebhookEndpoint,
): Promise<Claim> {
  await load.createWebhook(endpoint.url);
  await site.replaceInstances(breakService(stage.folder(), CLAIM, NO_CLAIM));
  await load.changeKeys(UNCLAIMED.aSecond, UNCLAIMED.seconds);
  const { repeats } = compareReceipts(endpoint.receipts, await readEvents(site));
  return claim(
    'instances that claim nothing are caught',
    `without a claim, ${repeats} of ${endpoint.receipts.length} deliveries repeated`,
    repeats > 0,
  );
}
