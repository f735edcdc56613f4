import { useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch, type Tagged } from '../api/client';
import type { SourceDto } from '../api/schema';
import { EditDrawer } from '../form/edit-drawer';
import { notify } from '../page/notify';
import { readSource } from './sales';
import { ShopInputs } from './shop-inputs';
import { changesOf, COMPARED, problemAt, valuesOf } from './shop-values';
import { useShopForm } from './use-shop-form';

export function EditShop({ source, onClose }: { source: Tagged<SourceDto>; onClose: () => void }) {
  const { id, etag } = source;
  const { values, secrets, draft, inputs } = useShopForm(`shop ${id}`, valuesOf(source), etag);
  const cache = useQueryClient();
  const change = changesOf(draft.base, values, secrets);
  const reread = () => cache.invalidateQueries({ queryKey: ['sources'] });
  return (
    <EditDrawer
      title="Edit shop"
      draft={draft}
      change={change}
      isComplete={values.name.trim() !== ''}
      compared={{
        fields: COMPARED,
        target: { targetType: 'source', targetId: id },
        read: () => readSource(String(id)),
      }}
      save={(tag) => {
        const params = { path: { id }, header: ifMatch(tag) };
        return answerOf(api.PUT('/api/sources/{id}', { params, body: change }));
      }}
      onSaved={async () => {
        onClose();
        notify('The shop was changed.');
        await reread();
        await cache.invalidateQueries({ queryKey: ['inbox'] });
        await cache.invalidateQueries({ queryKey: ['audit', 'of', 'source', id] });
      }}
      reread={reread}
      onClose={onClose}
      isErrorAtField={(error) => problemAt(error) !== undefined}
    >
      {(error) => <ShopInputs {...inputs} problem={problemAt(error)} source={source} />}
    </EditDrawer>
  );
}
