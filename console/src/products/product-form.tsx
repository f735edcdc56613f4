import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PRODUCT_FIELDS } from '../../../src/catalog/products/product-fields';
import { answerOf, api } from '../api/client';
import type { CreateProductDto, ProductDto } from '../api/schema';
import { useDraft } from '../form/draft';
import { FormDrawer } from '../form/form-drawer';
import { changesIn, entriesOf, type Entries, recordFields, RecordInputs } from '../form/record-fields';
import { notify } from '../page/notify';
import { productsQuery } from './products';

export const PRODUCT_FORM = recordFields(PRODUCT_FIELDS);
const EMPTY: Entries = { pid: '', ...entriesOf(PRODUCT_FORM) };

interface CreateProductProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (product: ProductDto) => void;
}

/** Names a product; without a pid it gets the next one. */
export function CreateProduct({ opened, onClose, onCreated }: CreateProductProps) {
  const cache = useQueryClient();
  const [values, setValues, draft] = useDraft('new product', EMPTY);
  const { pid } = values;
  const create = useMutation({
    mutationFn: () => {
      const named = pid.trim() === '' ? {} : { pid: Number(pid) };
      const body = { ...named, ...changesIn(PRODUCT_FORM, values, EMPTY) } as CreateProductDto;
      return answerOf(api.POST('/api/products', { body }));
    },
    onSuccess: (product) => {
      setValues(EMPTY);
      notify(`The product ${product.name} was created.`);
      void cache.invalidateQueries({ queryKey: productsQuery.queryKey });
      onCreated(product);
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <FormDrawer
      title="New product"
      opened={opened}
      onClose={close}
      onSubmit={() => create.mutate()}
      submit="Create product"
      isBusy={create.isPending}
      canSubmit={values.name.trim() !== ''}
      error={create.error}
      draft={draft}
    >
      <RecordInputs fields={PRODUCT_FORM} entries={values} onChange={(entries) => setValues({ ...entries, pid })} />
      <TextInput
        label="Product ID (pid)"
        description="What license keys and programs name the product by. Left empty, the next free one is taken."
        type="number"
        min={0}
        value={pid}
        onChange={({ currentTarget }) => setValues({ ...values, pid: currentTarget.value })}
      />
    </FormDrawer>
  );
}

export function EditProduct({ product, onClose }: { product: ProductDto; onClose: () => void }) {
  const cache = useQueryClient();
  const before = entriesOf(PRODUCT_FORM, product);
  const [entries, setEntries, draft] = useDraft(`product ${product.id}`, before);
  const change = changesIn(PRODUCT_FORM, entries, before);
  const path = { pid: product.id };
  const save = useMutation({
    mutationFn: () => answerOf(api.PUT('/api/products/{pid}', { params: { path }, body: change })),
    onSuccess: async ({ name }) => {
      draft.forget();
      notify(`The product ${name} was changed.`);
      onClose();
      await cache.invalidateQueries({ queryKey: productsQuery.queryKey });
      await cache.invalidateQueries({ queryKey: ['audit', 'of', 'product', product.id] });
    },
  });
  return (
    <FormDrawer
      title={`Change ${product.name}`}
      opened
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit="Save"
      isBusy={save.isPending}
      canSubmit={Object.keys(change).length > 0}
      error={save.error}
      draft={draft}
    >
      <RecordInputs fields={PRODUCT_FORM} entries={entries} onChange={setEntries} />
    </FormDrawer>
  );
}
