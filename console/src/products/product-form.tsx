import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PRODUCT_FIELDS } from '../../../src/catalog/products/product-fields';
import { answerOf, api, ifMatch, type Tagged } from '../api/client';
import type { CreateProductDto, ProductDto } from '../api/schema';
import { useDraft } from '../form/draft';
import { EditDrawer } from '../form/edit-drawer';
import { FormDrawer } from '../form/form-drawer';
import { changesIn, entriesOf, type Entries, recordFields, RecordInputs } from '../form/record-fields';
import { notify } from '../page/notify';
import { ProblemAlert } from '../page/problem-alert';
import { productQuery, productsQuery, readProduct } from './products';

const PRODUCT_FORM = recordFields(PRODUCT_FIELDS);
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
        label="Product number (pid)"
        description="The number that license keys and programs use for the product. Leave it empty for the next free one."
        type="number"
        min={0}
        value={pid}
        onChange={({ currentTarget }) => setValues({ ...values, pid: currentTarget.value })}
      />
    </FormDrawer>
  );
}

interface EditProductProps {
  product: ProductDto;
  onClose: () => void;
}

/** Reads the product first: lists have no tags. */
export function EditProduct({ product: { id }, onClose }: EditProductProps) {
  const { data, error } = useQuery(productQuery(id));
  if (data) return <EditForm product={data} onClose={onClose} />;
  return <ProblemAlert error={error} />;
}

function EditForm({ product, onClose }: EditProductProps & { product: Tagged<ProductDto> }) {
  const cache = useQueryClient();
  const initial = entriesOf(PRODUCT_FORM, product);
  const [entries, setEntries, draft] = useDraft(`product ${product.id}`, initial, product.etag);
  const change = changesIn(PRODUCT_FORM, entries, draft.base);
  const { id } = product;
  const reread = () => cache.invalidateQueries({ queryKey: productsQuery.queryKey });
  return (
    <EditDrawer
      title={`Change ${product.name}`}
      draft={draft}
      change={change}
      compared={{ fields: PRODUCT_FORM, target: { targetType: 'product', targetId: id }, read: () => readProduct(id) }}
      save={(tag) => {
        const params = { path: { pid: id }, header: ifMatch(tag) };
        return answerOf(api.PUT('/api/products/{pid}', { params, body: change }));
      }}
      onSaved={async ({ name }) => {
        notify(`The product ${name} was changed.`);
        onClose();
        await reread();
        await cache.invalidateQueries({ queryKey: ['audit', 'of', 'product', id] });
      }}
      reread={reread}
      onClose={onClose}
    >
      <RecordInputs fields={PRODUCT_FORM} entries={entries} onChange={setEntries} />
    </EditDrawer>
  );
}
