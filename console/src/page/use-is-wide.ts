import { useMediaQuery } from '@mantine/hooks';

/** Whether the window has room for what stands side by side; style sheets draw the line in the same place. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 721px)', true, { getInitialValueInEffect: false });
