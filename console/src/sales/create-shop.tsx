import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { SourceDto } from '../api/schema';
import { FormDrawer } from '../form/form-drawer';
import { ShopInputs } from './shop-inputs';
import { EMPTY, newShopOf, problemAt } from './shop-values';
import { useShopForm } from './use-shop-form';

interface CreateShopProps {
  onClose: () => void;
  onCreated: (source: SourceDto) => void;
}

export function CreateShop({ onClose, onCreated }: CreateShopProps) {
  const { values, secrets, draft, inputs } = useShopForm('new shop', EMPTY);
  const cache = useQueryClient();
  const create = useMutation({
    mutationFn: () => answerOf(api.POST('/api/sources', { body: newShopOf(values, secrets) })),
    onSuccess: async (source) => {
      draft.forget();
      onCreated(source);
      await cache.invalidateQueries({ queryKey: ['sources'] });
    },
  });
  const problem = problemAt(create.error);
  return (
    <FormDrawer
      title="Connect a shop"
      opened
      onClose={onClose}
      onSubmit={() => create.mutate()}
      submit="Connect shop"
      isBusy={create.isPending}
      canSubmit={values.name.trim() !== ''}
      error={create.error}
      isErrorAtField={problem !== undefined}
      draft={draft}
    >
      <ShopInputs {...inputs} problem={problem} />
      <p className="quiet">Next you get the address to enter at the shop.</p>
    </FormDrawer>
  );
}
