import { TextInput } from '@mantine/core';
import type { LicenseKeyDto } from '../../api/schema';
import { FormDrawer } from '../../form/form-drawer';
import formClasses from '../../form/form.module.css';
import { toCurl } from '../../page/to-curl';
import { CodeBlock } from '../../text/code-block';
import { counted } from '../../text/numbers';
import { FieldInput } from '../field-input';
import { CustomerOptions, ProductOptions } from './options';
import { FURTHER_FIELDS, useCreate } from './use-create';

interface CreateDrawerProps {
  /** What the list is filtered by: new keys are most likely for them. */
  whose: { uid?: string; pid?: string };
  opened: boolean;
  onClose: () => void;
  onCreated: (keys: readonly LicenseKeyDto[]) => void;
}

/** Creates one license key, or many that are alike. */
export function CreateDrawer({ whose, opened, onClose, onCreated }: CreateDrawerProps) {
  const form = useCreate(whose);
  const { create, count } = form;
  const many = Number(count) === 1 ? 'key' : counted(Number(count) || 0, 'key');
  return (
    <FormDrawer
      title="Create license keys"
      opened={opened}
      onClose={onClose}
      onSubmit={() => create.mutate(undefined, { onSuccess: onCreated })}
      submit={`Create ${many}`}
      isBusy={create.isPending}
      error={create.error}
      draft={form.draft}
    >
      <NeededFields form={form} isCustomerGiven={whose.uid !== undefined} />
      {FURTHER_FIELDS.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          entry={form.entries[field.name]}
          onChange={(entry) => form.setEntry(field, entry)}
        />
      ))}
      <CodeBlock label="As curl" code={toCurl({ label: '', method: 'POST', ...form.request })} />
    </FormDrawer>
  );
}

/** Whose the keys are, what for, and how many: nothing goes without them. */
function NeededFields({ form, isCustomerGiven }: { form: ReturnType<typeof useCreate>; isCustomerGiven: boolean }) {
  return (
    <>
      <TextInput
        label="Customer"
        description="Who the keys belong to: an ID of yours, such as an account or an email address."
        placeholder="customer-17"
        required
        maxLength={191}
        data-autofocus={!isCustomerGiven || undefined}
        list="customers-to-choose"
        value={form.uid}
        onChange={(event) => form.setUid(event.currentTarget.value)}
      />
      <CustomerOptions id="customers-to-choose" typed={form.uid} />
      <div className={formClasses['two']}>
        <TextInput
          label="Product"
          description="Its number or name; both are suggested."
          required
          autoComplete="off"
          data-autofocus={isCustomerGiven || undefined}
          list="products-to-choose"
          value={form.pid}
          onChange={(event) => form.setPid(event.currentTarget.value)}
        />
        <ProductOptions id="products-to-choose" />
        <TextInput
          label="How many"
          description="1 to 10,000, all alike."
          type="number"
          min={1}
          max={10_000}
          required
          // Whoever types overwrites the 1.
          onFocus={({ currentTarget }) => currentTarget.select()}
          value={form.count}
          onChange={(event) => form.setCount(event.currentTarget.value)}
        />
      </div>
    </>
  );
}
