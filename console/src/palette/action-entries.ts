import type { MeDto } from '../api/schema';
import { refusalFor } from '../session/who-may';
import { ActivityIcon, ListIcon, LogOutIcon, PencilIcon, PlusIcon } from '../theme/icons';
import { type Action, actionsFor, isNamedBy } from './actions';
import type { Entry } from './entry';
import { customersFound } from './groups';
import { partsFound, termsOf } from './matching';
import type { Found } from './use-found';

const ICONS: Readonly<Record<Action['kind'], Entry['icon']>> = {
  create: PlusIcon,
  show: ListIcon,
  colours: PencilIcon,
  person: LogOutIcon,
  screen: ListIcon,
};

/** What can be done: for the first customer who was found, and whatever a text names. */
export function actionEntries(text: string, found: Found, me: Pick<MeDto, 'scopes' | 'role'>): Entry[] {
  const terms = termsOf(text);
  const named = actionsFor(me)
    .filter((action) => isNamedBy(action, text))
    .map(({ id, label, kind, icon = ICONS[kind], deed, refusal }) => ({
      id,
      icon,
      label,
      deed,
      refusal,
      detail: refusal ?? (kind === 'screen' ? 'Screen' : undefined),
    }));
  const customer = text.trim() === '' ? undefined : customersFound(found, terms)[0];
  const forCustomer = customer === undefined ? [] : actionsOn(customer.uid, customer.name ?? customer.uid, me);
  return [...forCustomer, ...checksFrom(text.trim(), me), ...named].map((entry) => ({
    ...entry,
    labelParts: partsFound(entry.label, terms),
  }));
}

/** One IPv4 or IPv6 address, as far as that shows: the API says what is wrong with it. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:]*:[0-9a-f.]*)$/i;

/** Who checks from an address is told by the log alone, unless a license key is bound to it. */
function checksFrom(text: string, me: Pick<MeDto, 'scopes' | 'role'>): Entry[] {
  if (!ADDRESS.test(text)) return [];
  const refusal = refusalFor(me, ['logs:read']);
  const label = `Show checks from ${text}`;
  return [
    { id: 'checks from', icon: ListIcon, label, detail: refusal, refusal, deed: { to: '/live', search: { ip: text } } },
  ];
}

function actionsOn(uid: string, name: string, me: Pick<MeDto, 'scopes' | 'role'>): Entry[] {
  const create = refusalFor(me, ['keys:write']);
  const watch = refusalFor(me, ['logs:read']);
  return [
    {
      id: 'create for',
      icon: PlusIcon,
      label: `Create a key for ${name}`,
      detail: create,
      refusal: create,
      deed: { to: '/keys', search: { create: '1', uid } },
    },
    {
      id: 'watch',
      icon: ActivityIcon,
      label: `Watch live checks of ${name}`,
      detail: watch,
      refusal: watch,
      deed: { to: '/live', search: { uid } },
    },
  ];
}
