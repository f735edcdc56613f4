import { useState } from 'react';
import { useDraft } from '../form/draft';
import { NO_SECRETS, type ShopSecrets, type ShopValues } from './shop-values';

/** The values of a shop's form. Its secrets don't outlive the form. */
export function useShopForm(name: string, initial: ShopValues, etag?: string) {
  const [values, setValues, kept] = useDraft(name, initial, etag);
  const [secrets, setSecrets] = useState(NO_SECRETS);
  const draft = {
    ...kept,
    isDirty: kept.isDirty || JSON.stringify(secrets) !== JSON.stringify(NO_SECRETS),
    discard: () => {
      kept.discard();
      setSecrets(NO_SECRETS);
    },
  };
  const inputs = {
    values,
    secrets,
    onChange: (changes: Partial<ShopValues>) => setValues((before) => ({ ...before, ...changes })),
    onSecrets: (changes: Partial<ShopSecrets>) => setSecrets((before) => ({ ...before, ...changes })),
  };
  return { values, secrets, draft, inputs };
}
