import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useProducts } from '../products/products';

interface ProductOfAllProps {
  text: string;
  onChange: (text: string) => void;
}

/** The product of a file's rows, where no column has products. */
export function ProductOfAll({ text, onChange }: ProductOfAllProps) {
  const list = useId();
  const products = useProducts();
  return (
    <>
      <TextInput
        label="Product of all rows"
        description="No column has products: enter a name or number."
        list={list}
        value={text}
        error={text.trim() !== '' && pidOf(products, text) === undefined && 'There is no product with this name.'}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
      />
      <datalist id={list}>
        {[...products.values()].map(({ id, name }) => (
          <option key={id} value={name}>
            Product {id}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** The pid that is typed, or that of the product of this name. */
export function pidOf(products: ReturnType<typeof useProducts>, text: string): number | undefined {
  const typed = text.trim();
  if (/^\d+$/.test(typed)) return Number(typed);
  return [...products.values()].find(({ name }) => name.toLowerCase() === typed.toLowerCase())?.id;
}
