import type { EventDto } from '../api/schema';
import { placeOf } from '../links/link-place';

type Fields = Readonly<Record<string, unknown>>;

/** What an event is about. */
interface Subject {
  name: string;
  /** Its screen below /console, and the scopes of which one is needed there; undefined where there is none. */
  to?: string;
  scopes: readonly string[];
}

/** What an event says of a record by the record's name; nothing if it is about another. */
export function recordIn(event: EventDto, name: string): Fields | undefined {
  const data = event.data as Fields;
  const record = data[name];
  return typeof record === 'object' && record !== null ? (record as Fields) : undefined;
}

/** The record that an event changed, and what it was before. */
export function changeIn(event: EventDto): { before: Fields | null; after: Fields } {
  const data = event.data as Fields;
  const name = 'device' in data ? 'device' : (Object.keys(data)[0] ?? '');
  const record = recordIn(event, name) ?? {};
  const previous = recordIn(event, 'previous');
  if (!previous) return { before: null, after: record };
  const changed = Object.keys(previous);
  const valuesOf = (state: Fields) => Object.fromEntries(changed.map((field) => [field, state[field] ?? undefined]));
  return { before: valuesOf(previous), after: valuesOf({ ...data, ...record }) };
}

/** The customer whose license key an event is about, if any. */
export function uidIn(event: EventDto): string | undefined {
  const uid = recordIn(event, 'licenseKey')?.['uuid'];
  return typeof uid === 'string' && uid !== '' ? uid : undefined;
}

/** The product whose license key an event is about, if any. */
export function pidIn(event: EventDto): number | undefined {
  const pid = recordIn(event, 'licenseKey')?.['product'];
  return typeof pid === 'number' ? pid : undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** How each kind of record is called, and where it is. */
const SUBJECTS: Readonly<Record<string, (record: Fields) => Subject>> = {
  licenseKey: ({ id, key }) => ({
    name: text(key) ?? `License key ${String(id)}`,
    to: `/keys/${String(id)}`,
    scopes: ['keys:read'],
  }),
  customer: ({ uid, name }) => ({
    name: text(name) ?? text(uid) ?? 'A customer',
    to: text(uid) && `/customers/${encodeURIComponent(String(uid))}`,
    scopes: ['customers:read'],
  }),
  product: ({ id, name }) => ({
    name: text(name) ?? `Product ${String(id)}`,
    to: `/products/${String(id)}`,
    scopes: ['products:read'],
  }),
  plan: ({ id, product, code, name }) => ({
    name: text(name) ?? text(code) ?? `Plan ${String(id)}`,
    to: `/products/${String(product)}`,
    scopes: ['products:read'],
  }),
  release: ({ id, product, version }) => ({
    name: text(version) ?? `Release ${String(id)}`,
    to: `/products/${String(product)}`,
    scopes: ['products:read'],
  }),
  domain: ({ id, host }) => ({
    name: text(host) ?? `Domain ${String(id)}`,
    to: '/links/domains',
    scopes: ['links:read'],
  }),
  link: ({ id, name, domain }) => ({
    name: text(name) ?? `Link ${String(id)}`,
    to: text(name) && `/links/${encodeURIComponent(placeOf({ name: String(name), domain: text(domain) }))}`,
    scopes: ['links:read'],
  }),
  apiKey: ({ name, prefix }) => ({ name: text(name) ?? `${String(prefix)}…`, to: '/api-keys', scopes: ['admin'] }),
  keySet: ({ version }) => ({ name: `Key set ${String(version)}`, to: '/signing', scopes: ['signing:read'] }),
  bulkChange: ({ id }) => ({
    name: `Bulk change ${String(id)}`,
    to: `/keys/bulk/${String(id)}`,
    scopes: ['keys:write'],
  }),
  import: ({ record }) => ({ name: `Import of ${text(record) ?? 'record'}s`, scopes: [] }),
  webhook: ({ id, url }) => ({
    name: text(url) ?? `Webhook ${String(id)}`,
    to: `/webhooks/${String(id)}`,
    scopes: ['webhooks:read'],
  }),
  order: ({ id, reference }) => ({
    name: text(reference) ?? `Order ${String(id)}`,
    to: typeof id === 'number' ? `/sales/orders/${id}` : undefined,
    scopes: ['sales:read'],
  }),
  mail: ({ id, to, customer }) => ({
    name: text(to) ?? `Mail ${String(id)}`,
    to: text(customer) && `/customers/${encodeURIComponent(String(customer))}`,
    scopes: ['customers:read'],
  }),
};

/** What an event is about; what is deleted has no screen any more. */
export function subjectOf(event: EventDto): Subject | undefined {
  const kind = Object.keys(SUBJECTS).find((name) => recordIn(event, name) !== undefined);
  if (kind === undefined) return undefined;
  const subject = SUBJECTS[kind](recordIn(event, kind)!);
  const isGone = event.type === `${kind}.deleted`;
  return { ...subject, to: isGone ? undefined : subject.to };
}

/** Who did it, in words. */
export function actorOf({ actor }: EventDto): string {
  if (actor.name !== '') return actor.name;
  return actor.type === 'client' ? 'A program' : 'The service';
}
