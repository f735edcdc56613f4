import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { FilterText } from '../src/form/filter-text';
import { field, show } from './show';

const asked: string[] = [];

/** A filter whose address changes later than it is asked to, as on a slow machine. */
function SlowAddress() {
  const [value, setValue] = useState('');
  return (
    <>
      <FilterText label="Customer" value={value} onChange={(text = '') => asked.push(text)} />
      <input aria-label="Address" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
    </>
  );
}

const type = (text: string) => fireEvent.change(field('Customer'), { target: { value: text } });
/** The address takes on what was asked of it, or something else. */
const arrive = (text: string) => fireEvent.change(field('Address'), { target: { value: text } });
const typed = () => screen.getByLabelText<HTMLInputElement>('Customer').value;
const isAsked = (...texts: string[]) => waitFor(() => expect(asked).toEqual(texts));

beforeEach(() => asked.splice(0));

it('keeps what is typed while former text is still on its way into the address', async () => {
  await show(<SlowAddress />);
  type('An');
  await isAsked('An');
  type('Anna ');
  await isAsked('An', 'Anna');
  type('Anna S');
  arrive('An');
  expect(typed()).toBe('Anna S');
  arrive('Anna');
  expect(typed()).toBe('Anna S');
  await isAsked('An', 'Anna', 'Anna S');
});

it('shows an address that was changed by another way', async () => {
  await show(<SlowAddress />);
  type('An');
  await isAsked('An');
  arrive('Berta');
  expect(typed()).toBe('Berta');
  arrive('An');
  expect(typed()).toBe('An');
});
