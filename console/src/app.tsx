import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Notes } from './page/notes';
import { queryClient, router } from './router';
import { colourSchemeManager, styleNonce } from './theme/colour-scheme';
import { theme, variables } from './theme/theme';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colourSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notes />
      </QueryClientProvider>
    </MantineProvider>
  );
}
