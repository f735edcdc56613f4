import { SOURCE_FIELDS } from '../../../src/selling/sources/source-fields';
import { ApiProblem } from '../api/problem';
import type { CreateSourceDto, SourceDto, UpdateSourceDto } from '../api/schema';
import type { ComparedField } from '../form/changed-meanwhile';
import { toFormField } from '../form/described-field';
import type { ShopType } from './shop-words';

/** What the form of a shop holds besides its secrets, which are not kept in the tab. */
export interface ShopValues {
  type: ShopType;
  name: string;
  apiUrl: string;
  active: boolean;
}

/** Empty where nothing is to change. */
export interface ShopSecrets {
  secret: string;
  /** What the shop may sign with for a while yet. */
  oldSecret: string;
  apiToken: string;
  /** The token is taken away. */
  isTokenGone: boolean;
}

export const EMPTY: ShopValues = { type: 'stripe', name: '', apiUrl: '', active: true };
export const NO_SECRETS: ShopSecrets = { secret: '', oldSecret: '', apiToken: '', isTokenGone: false };

export const valuesOf = ({ type, name, apiUrl, active }: SourceDto): ShopValues => ({
  type,
  name,
  apiUrl: apiUrl ?? '',
  active,
});

/** What was typed of secrets, as the API takes it. */
function secretsOf({ secret, oldSecret, apiToken, isTokenGone }: ShopSecrets) {
  const secrets = [secret.trim(), oldSecret.trim()].filter((each) => each !== '');
  return {
    ...(secret.trim() !== '' && { secrets }),
    ...(apiToken.trim() !== '' && { apiToken: apiToken.trim() }),
    ...(isTokenGone && { apiToken: '' }),
  };
}

/** Of a new shop. */
export const newShopOf = ({ type, name, apiUrl, active }: ShopValues, secrets: ShopSecrets): CreateSourceDto => ({
  type,
  name: name.trim(),
  ...(apiUrl.trim() !== '' && { apiUrl: apiUrl.trim() }),
  ...(!active && { active }),
  ...secretsOf(secrets),
});

/** What differs from what the form began with, as the API takes it. */
export const changesOf = (before: ShopValues, now: ShopValues, secrets: ShopSecrets): UpdateSourceDto => ({
  ...(now.name !== before.name && { name: now.name.trim() }),
  ...(now.apiUrl !== before.apiUrl && { apiUrl: now.apiUrl.trim() }),
  ...(now.active !== before.active && { active: now.active }),
  ...secretsOf(secrets),
});

/** What two people can have changed. */
export const COMPARED: readonly ComparedField[] = (['name', 'active', 'apiUrl'] as const).map((name) => ({
  ...toFormField(SOURCE_FIELDS[name]),
  name,
}));

const NAMES = ['type', 'name', 'apiUrl', 'secrets', 'apiToken'] as const;
export type ShopField = (typeof NAMES)[number];

/** A refusal that is about one field, which its sentence begins with. */
export function problemAt(error: unknown): { field: ShopField; message: string } | undefined {
  if (!(error instanceof ApiProblem) || error.status !== 400) return undefined;
  const field = NAMES.find((name) => error.message.startsWith(`${name} `));
  return field && { field, message: error.message };
}
