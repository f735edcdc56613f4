import type { LinkDto } from '../api/schema';
import { calledIn, placeOf } from '../links/link-place';
import { counted } from '../text/numbers';
import { FileIcon, KeyRoundIcon, LaptopIcon, LinkIcon, UserRoundIcon } from '../theme/icons';
import { planEntry, productEntries, releaseEntries } from './catalog-entries';
import type { Entry, Group, KnownCustomer } from './entry';
import { type FoundKey, notesOf, stateWithSeats, textsOf } from './found-keys';
import { excerptOf, type Part, partsFound, partsOfKey, termsOf } from './matching';
import { marked, type Names, type Search } from './search-marks';
import type { Found } from './use-found';

/** Entries of a group; more of them are one entry that leads to the list. */
const SHOWN = 4;
/** The same where no list has the others. */
const SHOWN_WITHOUT_LIST = 8;
/** Characters of a license key's end that tell it apart. */
const ENDING = 12;

const NO_PAGE: { readonly items: never[]; readonly next?: undefined } = { items: [] };

/** What was found, in groups; empty ones are left out. */
export function groupsOf(found: Found, names: Names): Group[] {
  const { q, customers = NO_PAGE, keys = NO_PAGE, links = NO_PAGE } = found;
  const search = { q, terms: termsOf(q), names };
  const [ofKeys, ofDevices, ofNotes]: [Entry[], Entry[], Entry[]] = [[], [], []];
  for (const key of keys.items.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const devices = deviceEntries(key, search);
    const notes = noteEntries(key, search);
    ofDevices.push(...devices);
    ofNotes.push(...notes);
    if (isFoundByItself(key, search) || devices.length + notes.length === 0) ofKeys.push(keyEntry(key, search));
  }
  const isCut = keys.next !== undefined;
  return [
    group(
      'Customers',
      customersFound({ customers, keys }, search.terms).map((customer) => customerEntry(customer, keys.items, search)),
      {
        isCut: customers.next !== undefined,
        more: { label: 'customer', to: '/customers', q },
      },
    ),
    group('License keys', ofKeys, { isCut, more: { label: 'key', to: '/keys', q } }),
    group('Devices', ofDevices, { isCut, more: { label: 'device', to: '/keys', q } }),
    group('Orders and notes', ofNotes, { isCut, more: { label: 'note', to: '/keys', q } }),
    ...catalogGroups(found, search),
    group(
      'Links',
      links.items.map((link) => linkEntry(link, search)),
      {
        isCut: links.next !== undefined,
        more: { label: 'link', to: '/links', q },
      },
    ),
  ].filter(({ entries }) => entries.length > 0);
}

/** What is sold. No list has all plans or releases of all products: there are as many entries as fit. */
function catalogGroups({ plans = NO_PAGE, releases = NO_PAGE }: Found, search: Search): Group[] {
  return [
    group('Products', productEntries(search), { isCut: false }),
    group(
      'Plans',
      plans.items.map((plan) => planEntry(plan, search)),
      { isCut: plans.next !== undefined },
    ),
    group('Releases', releaseEntries(releases.items, search), { isCut: releases.next !== undefined }),
  ];
}

/** First what refuses somebody though it is valid, last what refuses everybody. */
function rankOf(found: FoundKey): number {
  const { word, tone } = stateWithSeats(found);
  return word === 'Seats full' ? 0 : tone === 'good' ? 1 : 2;
}

interface Rest {
  /** Whether there are more than were read. */
  readonly isCut: boolean;
  /** What the entries are, and the list that has all of them, if there is one. */
  readonly more?: { readonly label: string; readonly to: string; readonly q: string };
}

function group(title: string, all: readonly Entry[], { isCut, more: list }: Rest): Group {
  if (!list) return { title, count: all.length, isCut, entries: all.slice(0, SHOWN_WITHOUT_LIST) };
  const { label, to, q } = list;
  const left = all.length - SHOWN;
  const deed = { to, search: { q } };
  const more = { id: `more ${title}`, label: isCut ? `All ${label}s` : counted(left, `more ${label}`), deed };
  const isAll = left <= (isCut ? 0 : 1);
  return { title, count: all.length, isCut, entries: isAll ? all : [...all.slice(0, SHOWN), more] };
}

/** First those who are called so, then those who are found by something else, also if only license keys know them. */
export function customersFound({ customers, keys }: Pick<Found, 'customers' | 'keys'>, terms: readonly string[]) {
  const isCalled = ({ uid, name = uid }: KnownCustomer) => partsFound(name, terms).length > 0;
  const unnamed = (keys?.items ?? [])
    .filter(({ customer }) => customer === null)
    .map(({ licenseKey }) => licenseKey.uuid);
  const all: KnownCustomer[] = [
    ...(customers?.items ?? []),
    ...[...new Set(unnamed)].map((uid) => ({ uid })).filter(isCalled),
  ];
  return all.toSorted((a, b) => Number(isCalled(b)) - Number(isCalled(a)));
}

function customerEntry(customer: KnownCustomer, keys: readonly FoundKey[], search: Search): Entry {
  const { uid, name = uid, email } = customer;
  const texts = [email, customer.uid, customer.note, ...Object.values(customer.metadata ?? {}).map(String)];
  const known = texts.filter((text) => text !== undefined && text !== name) as string[];
  const isNamed = partsFound(name, search.terms).length > 0;
  const telling = known.find((text) => partsFound(text, search.terms).length > 0);
  const detail = (isNamed ? (email ?? telling) : telling) ?? known[0] ?? '';
  const [first] = keys.filter(({ licenseKey }) => licenseKey.uuid === uid).toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    id: `customer ${uid}`,
    icon: UserRoundIcon,
    ...marked(name, excerptOf(detail, search.terms), search),
    chip: first && stateWithSeats(first),
    deed: { to: `/customers/${encodeURIComponent(uid)}` },
    about: { customer },
  };
}

const endingOf = (key: string) => (key.length > ENDING ? `…${key.slice(-ENDING)}` : key);

/** The parts of a key's value as its ending shows them. */
function partsOfEnding(key: string, q: string): Part[] {
  const cut = key.length > ENDING ? key.length - ENDING - 1 : 0;
  return partsOfKey(key, q).flatMap(({ from, to }) => {
    const start = Math.max(cut > 0 ? 1 : 0, from - cut);
    return to - cut > start ? [{ from: start, to: to - cut }] : [];
  });
}

const ownerOf = ({ licenseKey, customer }: FoundKey) => customer?.name ?? licenseKey.uuid;

function keyEntry(found: FoundKey, search: Search): Entry {
  const { licenseKey } = found;
  const { id, key, product } = licenseKey;
  const detail = `${search.names.product(product)} · ${ownerOf(found)}`;
  return {
    id: `key ${id}`,
    icon: KeyRoundIcon,
    ...marked(endingOf(key), detail, search),
    labelParts: partsOfEnding(key, search.q),
    chip: stateWithSeats(found),
    deed: { to: `/keys/${id}` },
    about: { licenseKey },
  };
}

/** Whether something of the key or its customer has a word of the search: devices and notes have entries of their own. */
function isFoundByItself(found: FoundKey, { q, terms, names }: Search): boolean {
  const texts = [...textsOf(found), names.product(found.licenseKey.product)];
  return partsOfKey(found.licenseKey.key, q).length > 0 || texts.some((text) => partsFound(text, terms).length > 0);
}

function deviceEntries(found: FoundKey, search: Search): Entry[] {
  const { licenseKey } = found;
  return (found.devices ?? [])
    .filter(({ name }) => partsFound(name, search.terms).length > 0)
    .map(({ id, name, lastSeen, refusedAt }) => ({
      id: `device ${licenseKey.id} ${id}`,
      icon: LaptopIcon,
      ...marked(name, `on ${ownerOf(found)}’s key ${endingOf(licenseKey.key)}`, search),
      seenAt: refusedAt ?? lastSeen,
      deed: { to: `/keys/${licenseKey.id}` },
      about: { licenseKey, device: name },
    }));
}

/** `Order 10482`, or the note that has the word. */
function noteEntries(found: FoundKey, search: Search): Entry[] {
  const { licenseKey } = found;
  const { note, metadata = {} } = licenseKey;
  const isNamed = (text: string) => partsFound(text, search.terms).length > 0;
  if (!notesOf(licenseKey).some(isNamed)) return [];
  const values = Object.entries(metadata);
  const value =
    values.find(([, each]) => isNamed(String(each))) ?? values.find(([name]) => /order|invoice/i.test(name));
  const label = value ? `${value[0].charAt(0).toUpperCase()}${value[0].slice(1)} ${value[1]}` : 'Note';
  const told = note === undefined ? '' : `“${excerptOf(note, search.terms)}” · `;
  return [
    {
      id: `note ${licenseKey.id}`,
      icon: FileIcon,
      ...marked(label, `${told}on key ${endingOf(licenseKey.key)}`, search),
      deed: { to: `/keys/${licenseKey.id}` },
      about: { licenseKey, notes: note === undefined ? [] : [note] },
    },
  ];
}

function linkEntry(link: LinkDto, search: Search): Entry {
  const { name, domain, title, url, count } = link;
  return {
    id: `link ${placeOf(link)}`,
    icon: LinkIcon,
    ...marked(
      domain === undefined ? `/${name}` : calledIn(link),
      `${title ?? url} · ${counted(count, 'visit')}`,
      search,
    ),
    deed: { to: `/links/${placeOf(link)}` },
    about: { link },
  };
}
