import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf, api } from '../api/client';
import { OnceButton } from '../form/once-button';
import { ProblemAlert } from '../page/problem-alert';
import { nameOfProduct, productsQuery, useProducts } from '../products/products';
import { useCan } from '../session/me';
import classes from './first-start.module.css';
import { Step } from './step';

interface ProductStepProps {
  pid: number | undefined;
  onProduct: (pid: number) => void;
}

/** What is sold: a name for it, or one that has a name already. */
export function ProductStep({ pid, onProduct }: ProductStepProps) {
  const products = useProducts();
  const names = useCan('products:write');
  const [isNaming, setNaming] = useState(false);
  if (pid === undefined || isNaming) {
    const onNamed = (named: number) => {
      setNaming(false);
      onProduct(named);
    };
    return (
      <Step number={1} title="Name your product" state="now">
        <NameForm pid={pid} name={pid === undefined ? '' : (products.get(pid)?.name ?? '')} onNamed={onNamed} />
        {pid === undefined && products.size > 0 && (
          <div className={classes.choices}>
            <span>Or continue with</span>
            {[...products.values()].slice(0, 4).map(({ id, name }) => (
              <Button key={id} variant="default" size="xs" onClick={() => onProduct(id)}>
                {name}
              </Button>
            ))}
          </div>
        )}
      </Step>
    );
  }
  return (
    <Step
      number={1}
      title="Name your product"
      state="done"
      lead={
        <>
          <b>{nameOfProduct(products, pid)}</b> is product {pid}
        </>
      }
      action={
        names && (
          <Button variant="subtle" color="gray" size="xs" onClick={() => setNaming(true)}>
            {products.has(pid) ? 'Rename' : 'Name it'}
          </Button>
        )
      }
    />
  );
}

interface NameFormProps {
  /** The product that gets the name; a new one when undefined. */
  pid: number | undefined;
  name: string;
  onNamed: (pid: number) => void;
}

function NameForm({ pid, name: before, onNamed }: NameFormProps) {
  const cache = useQueryClient();
  const products = useProducts();
  const mayName = useCan('products:write');
  const [name, setName] = useState(before);
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim() };
      if (pid === undefined || !products.has(pid))
        return answerOf(api.POST('/api/products', { body: { ...body, ...(pid !== undefined && { pid }) } }));
      // Without `If-Match`: the last name that somebody typed is the one that is meant.
      return answerOf(api.PUT('/api/products/{pid}', { params: { path: { pid } }, body }));
    },
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: productsQuery.queryKey });
      onNamed(id);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!mayName) onNamed(Number(name) || 1);
    else if (name.trim() !== '' && !save.isPending) save.mutate();
  };
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      {mayName ? (
        <TextInput
          label="Name"
          placeholder="Tonspur Studio"
          required
          maxLength={100}
          autoFocus
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          label="Product number"
          type="number"
          min={0}
          placeholder="1"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <OnceButton type="submit" loading={save.isPending}>
        {mayName ? 'Save the name' : 'Use this number'}
      </OnceButton>
      <ProblemAlert error={save.error} />
    </form>
  );
}
