import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Shows a part of the console by itself, with what is around every screen. @param known what it needs not ask for */
export async function show(part: ReactNode, known: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  for (const [name, answer] of Object.entries(known)) client.setQueryData([name], answer);
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory(),
  });
  await router.load();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** Fields are called by what stands before them; marks such as an asterisk aside. */
export const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}\\b`));
export const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

export function fill(label: string, text: string): void {
  fireEvent.change(field(label), { target: { value: text } });
}

export async function click(name: string | RegExp): Promise<void> {
  fireEvent.click(await button(name));
}
