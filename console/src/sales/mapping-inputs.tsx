import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ProductOptions } from '../keys/create/options';
import { plansQuery } from '../plans/plans';
import { nameOfProduct, useProducts } from '../products/products';
import { useCan } from '../session/me';
import type { MappingField, MappingValues } from './mapping-values';
import { SHOPS, type ShopType } from './shop-words';

interface MappingInputsProps {
  shop: ShopType;
  values: MappingValues;
  onChange: (changes: Partial<MappingValues>) => void;
  /** What the API refused, and at which field. */
  problem?: { field: MappingField; message: string };
  /** The item is what it is. */
  isItemFixed: boolean;
}

export function MappingInputs({ shop, values, onChange, problem, isItemFixed }: MappingInputsProps) {
  const { item, isLicense } = values;
  const errorAt = (field: MappingField) => (problem?.field === field ? problem.message : undefined);
  return (
    <>
      <TextInput
        label="The shop’s item"
        description={SHOPS[shop].item}
        value={item}
        error={errorAt('item')}
        readOnly={isItemFixed}
        onChange={({ currentTarget }) => onChange({ item: currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        data-autofocus={!isItemFixed || undefined}
      />
      <Radio.Group
        label="What it is"
        value={isLicense ? 'license' : 'other'}
        onChange={(value) => onChange({ isLicense: value === 'license' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="license" label="A license" data-autofocus={isItemFixed || undefined} />
          <Radio value="other" label="No license" description="Such as a mug or a setup fee: it needs no license key" />
        </Stack>
      </Radio.Group>
      {isLicense && <LicenseInputs values={values} onChange={onChange} errorAt={errorAt} />}
    </>
  );
}

interface LicenseInputsProps extends Pick<MappingInputsProps, 'values' | 'onChange'> {
  errorAt: (field: MappingField) => string | undefined;
}

function LicenseInputs({ values: { pid, plan, each, count }, onChange, errorAt }: LicenseInputsProps) {
  const products = useProducts();
  const id = useId();
  const isKnown = products.has(Number(pid)) && pid.trim() !== '';
  return (
    <>
      <TextInput
        label="Product"
        description={isKnown ? nameOfProduct(products, Number(pid)) : 'A product’s number; names are suggested'}
        inputMode="numeric"
        list={id}
        value={pid}
        error={errorAt('pid')}
        onChange={({ currentTarget }) => onChange({ pid: currentTarget.value, plan: '' })}
        autoComplete="off"
      />
      <ProductOptions id={id} />
      <Plan pid={pid} plan={plan} onChange={(chosen) => onChange({ plan: chosen })} error={errorAt('plan')} />
      <Radio.Group
        label="Each unit is"
        value={each}
        error={errorAt('each')}
        onChange={(value) => onChange({ each: value === 'seat' ? 'seat' : 'key' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="key" label="A license key" description="Three units are three keys" />
          <Radio value="seat" label="A seat" description="Three units are one key with three seats" />
        </Stack>
      </Radio.Group>
      <TextInput
        label={each === 'key' ? 'Keys for each unit' : 'Seats for each unit'}
        description="More than one for a bundle, such as a pack of five"
        inputMode="numeric"
        value={count}
        error={errorAt('count')}
        onChange={({ currentTarget }) => onChange({ count: currentTarget.value })}
        autoComplete="off"
      />
    </>
  );
}

interface PlanProps {
  pid: string;
  plan: string;
  onChange: (plan: string) => void;
  error?: string;
}

/** One of the product's plans; whoever may not see them types its code. */
function Plan({ pid, plan, onChange, error }: PlanProps) {
  const maySee = useCan('plans:read');
  const isNumber = /^\d{1,9}$/.test(pid.trim());
  const { data = [] } = useQuery({ ...plansQuery(Number(pid)), enabled: maySee && isNumber });
  if (!maySee)
    return (
      <TextInput
        label="Plan"
        description="The code of a plan; empty for none"
        value={plan}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  const isMissing = plan !== '' && !data.some(({ code }) => code === plan);
  return (
    <NativeSelect
      label="Plan"
      description={isNumber && data.length === 0 ? 'The product has no plans' : undefined}
      data={[
        { value: '', label: 'None' },
        ...data.map(({ code, name }) => ({ value: code, label: name })),
        ...(isMissing ? [{ value: plan, label: plan }] : []),
      ]}
      value={plan}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
