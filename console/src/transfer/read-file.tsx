import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import formClasses from '../form/form.module.css';
import { useProducts } from '../products/products';
import { ColumnMatching } from './column-matching';
import { type DateOrder, findDateOrder, type FoundOrder } from './date-order';
import type { FileHead } from './file-head';
import { ImportResult } from './import-result';
import type { TransferColumn, TransferKind } from './kinds';
import { guess, missing } from './matching';
import { pidOf, ProductOfAll } from './product-of-all';
import classes from './transfer.module.css';
import { useImport } from './use-import';

interface ReadFileProps {
  kind: TransferKind;
  file: File;
  head: FileHead;
}

/** A name by which the same file is known again. */
const nameOf = ({ name, size }: File) => `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-${size.toString(36)}`;

/** A file whose beginning was read: what its columns are, and its import. */
export function ReadFile({ kind, file, head }: ReadFileProps) {
  const [matching, setMatching] = useState(() => guess(head.names, kind.columns));
  const [name, setName] = useState(() => nameOf(file));
  const [product, setProduct] = useState('');
  const { dates, isSettled, field: datesField } = useDates(file, head);
  const { current, start, stop, goOn, forget } = useImport();
  const asksProduct = kind.name === 'keys' && !matching.includes('product');
  const products = useProducts();
  const pid = asksProduct ? pidOf(products, product) : undefined;
  const lacking = missing(matching, kind.columns, pid === undefined ? [] : ['product']);
  const isRunning = current?.state === 'running';
  const begin = (isDryRun: boolean) => start({ kind, file, head, matching, isDryRun, name, dates, pid });
  const isReady = lacking.length === 0 && isSettled && !isRunning;
  return (
    <>
      {current === undefined && (
        <>
          {head.isOtherEncoding && <OtherEncoding />}
          <ColumnMatching head={head} columns={kind.columns} matching={matching} onChange={setMatching} />
          <div className={formClasses['two']}>
            {asksProduct && <ProductOfAll text={product} onChange={setProduct} />}
            {datesField}
          </div>
          {kind.name === 'keys' && !matching.includes('key') && <ImportName name={name} onChange={setName} />}
          <Missing lacking={lacking} asksProduct={asksProduct} />
          <Group gap="sm">
            <Button onClick={() => begin(true)} disabled={!isReady}>
              Dry run
            </Button>
            <Button variant="default" onClick={() => begin(false)} disabled={!isReady}>
              Import now
            </Button>
          </Group>
        </>
      )}
      {current && (
        <>
          <ImportResult current={current} onStop={stop} onGoOn={goOn} onImport={() => begin(false)} />
          {!isRunning && (
            <Button variant="subtle" onClick={forget} className={classes.back}>
              Back to the columns
            </Button>
          )}
        </>
      )}
    </>
  );
}

function OtherEncoding() {
  return (
    <p role="status" className={classes.refused}>
      The file isn’t UTF-8: rows with letters that show as � can’t be imported. Save it again, in Excel as “CSV UTF-8”.
    </p>
  );
}

function ImportName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <TextInput
      label="Name of this import"
      description="No column has keys, so each row gets a new one. Imported again under the same name, each row gets the same key again."
      value={name}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/[^\x21-\x7e]/g, '-'))}
      maxLength={120}
      required
    />
  );
}

function Missing({ lacking, asksProduct }: { lacking: readonly TransferColumn[]; asksProduct: boolean }) {
  if (lacking.length === 0) return null;
  const isProductLacking = asksProduct && lacking.some(({ name }) => name === 'product');
  return (
    <p role="status" className={classes.refused}>
      Which column is {lacking.map(({ label }) => label).join(', and which is ')}?
      {isProductLacking && ' Or give one product for all rows.'}
    </p>
  );
}

const ORDERS = [
  { value: 'dmy', label: 'the day: 31/12/2027' },
  { value: 'mdy', label: 'the month: 12/31/2027' },
];

const SAYS: Record<Exclude<FoundOrder, undefined>, string> = {
  dmy: 'As this file shows.',
  mdy: 'As this file shows.',
  unknown: 'Nothing in this file shows which.',
  both: 'The file has both. Dates that don’t fit are reported as errors.',
};

/** What dates such as 1/2/2027 mean in a file: it says so itself, or somebody is asked. */
function useDates(file: File, head: FileHead) {
  const [chosen, setChosen] = useState<DateOrder>();
  const { data: found, isSuccess } = useQuery({
    queryKey: ['date order', file.name, file.size, file.lastModified],
    queryFn: async () => (await findDateOrder(file, head)) ?? null,
    staleTime: Infinity,
    gcTime: 0,
  });
  const said = found === 'dmy' || found === 'mdy' ? found : undefined;
  const dates = chosen ?? said;
  const field = found !== undefined && found !== null && (
    <NativeSelect
      label="Dates with slashes begin with"
      description={SAYS[found]}
      value={dates ?? ''}
      data={dates === undefined ? [{ value: '', label: '' }, ...ORDERS] : ORDERS}
      onChange={({ currentTarget: { value } }) => setChosen(value === '' ? undefined : (value as DateOrder))}
    />
  );
  return { dates, field, isSettled: isSuccess && (found === null || dates !== undefined) };
}
