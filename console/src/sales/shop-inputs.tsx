import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { SOURCE_FIELDS } from '../../../src/selling/sources/source-fields';
import type { SourceDto } from '../api/schema';
import type { ShopField, ShopSecrets, ShopValues } from './shop-values';
import { SHOP_TYPES, SHOPS, type ShopType } from './shop-words';

const OFFERED = SHOP_TYPES.map((value) => ({ value, label: SHOPS[value].name }));
/** Whose API isn't where it is for everybody. */
const HAS_URL: ReadonlySet<ShopType> = new Set(['wooCommerce', 'paddle']);

interface ShopInputsProps {
  values: ShopValues;
  onChange: (changes: Partial<ShopValues>) => void;
  secrets: ShopSecrets;
  onSecrets: (changes: Partial<ShopSecrets>) => void;
  /** What the API refused, and at which field. */
  problem?: { field: ShopField; message: string };
  /** The shop that is changed; left out for a new one. */
  source?: SourceDto;
}

export function ShopInputs({ values, onChange, secrets, onSecrets, problem, source }: ShopInputsProps) {
  const { type, name, apiUrl, active } = values;
  const words = SHOPS[type];
  const errorAt = (field: ShopField) => (problem?.field === field ? problem.message : undefined);
  return (
    <>
      {source === undefined && (
        <NativeSelect
          label="Shop"
          data={OFFERED}
          value={type}
          error={errorAt('type')}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value as ShopType })}
          data-autofocus
        />
      )}
      <TextInput
        label={SOURCE_FIELDS.name.console.label}
        description="What you call it. Test mode and live mode are separate shops"
        placeholder={`${words.name}, live`}
        value={name}
        error={errorAt('name')}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      {(HAS_URL.has(type) || apiUrl !== '') && (
        <TextInput
          label={SOURCE_FIELDS.apiUrl.console.label}
          description={SOURCE_FIELDS.apiUrl.console.meaning}
          placeholder={SOURCE_FIELDS.apiUrl.console.placeholder}
          inputMode="url"
          value={apiUrl}
          error={errorAt('apiUrl')}
          onChange={({ currentTarget }) => onChange({ apiUrl: currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Secret type={type} secrets={secrets} onSecrets={onSecrets} error={errorAt('secrets')} source={source} />
      <Token type={type} secrets={secrets} onSecrets={onSecrets} error={errorAt('apiToken')} source={source} />
      {source !== undefined && (
        <Checkbox
          label={SOURCE_FIELDS.active.console.label}
          description="What the shop sends is accepted. While it is off, the shop is turned away and tries again later."
          checked={active}
          onChange={({ currentTarget }) => onChange({ active: currentTarget.checked })}
        />
      )}
    </>
  );
}

interface SecretProps extends Pick<ShopInputsProps, 'secrets' | 'onSecrets' | 'source'> {
  type: ShopType;
  error?: string;
}

function Secret({ type, secrets: { secret, oldSecret }, onSecrets, error, source }: SecretProps) {
  const { secret: meaning } = SHOPS[type];
  if (meaning === undefined) return null;
  const hasOne = source !== undefined && source.secretCount > 0;
  const later = source === undefined ? ' You can add it later.' : '';
  return (
    <>
      <PasswordInput
        label={hasOne ? 'New secret' : 'Secret'}
        description={hasOne ? `${meaning} Empty: it stays as it is.` : `${meaning}${later} It is kept encrypted.`}
        value={secret}
        error={error}
        onChange={({ currentTarget }) => onSecrets({ secret: currentTarget.value })}
        autoComplete="off"
      />
      {hasOne && secret !== '' && (
        <PasswordInput
          label="Old secret"
          description="If the shop will sign with it for a while; leave it empty if only the new one counts"
          value={oldSecret}
          onChange={({ currentTarget }) => onSecrets({ oldSecret: currentTarget.value })}
          autoComplete="off"
        />
      )}
    </>
  );
}

function Token({ type, secrets: { apiToken, isTokenGone }, onSecrets, error, source }: SecretProps) {
  const { token: meaning } = SHOPS[type];
  if (meaning === undefined) return null;
  const hasOne = source?.hasApiToken === true;
  return (
    <>
      <PasswordInput
        label={hasOne ? 'New token for its API' : 'Token for its API'}
        description={hasOne ? `${meaning} Empty: it stays as it is.` : `${meaning} It is kept encrypted.`}
        value={apiToken}
        error={error}
        disabled={isTokenGone}
        onChange={({ currentTarget }) => onSecrets({ apiToken: currentTarget.value })}
        autoComplete="off"
      />
      {hasOne && (
        <Checkbox
          label="Remove the token for its API"
          description="The shop is no longer asked"
          checked={isTokenGone}
          onChange={({ currentTarget }) => onSecrets({ isTokenGone: currentTarget.checked, apiToken: '' })}
        />
      )}
    </>
  );
}
