import {
  ActionIcon,
  Button,
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  InputBase,
  type MantineColorsTuple,
  NativeSelect,
} from '@mantine/core';

/** The colour of keylink: deep petrol, for what can be done and where one is. */
const petrol: MantineColorsTuple = [
  '#e9f6f6',
  '#d3eaeb',
  '#a6d5d7',
  '#74bec2',
  '#4ca9ae',
  '#2c949b',
  '#187f87',
  '#0d6a72',
  '#0d5c63',
  '#07484e',
];
/** Greys with a little of the petrol, so that surfaces and texts belong together. */
const gray: MantineColorsTuple = [
  '#f6f8f8',
  '#eef1f1',
  '#e2e7e7',
  '#d0d7d8',
  '#b3bdbf',
  '#8c989b',
  '#667376',
  '#4b575a',
  '#323c3f',
  '#1b2325',
];
const dark: MantineColorsTuple = [
  '#dbe2e3',
  '#b4bfc1',
  '#93a0a3',
  '#5f6d71',
  '#3a464a',
  '#2b3539',
  '#20292c',
  '#171e21',
  '#111719',
  '#0b0f11',
];

const SYSTEM =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "Helvetica Neue", Arial, sans-serif';

const DIALOG_STYLES = { title: { fontSize: 18, fontWeight: 650, overflowWrap: 'anywhere' } } as const;

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { petrol, gray, dark },
  black: '#1b2325',
  fontFamily: SYSTEM,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '19px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: SYSTEM,
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.25' },
      h2: { fontSize: '16px', lineHeight: '1.35' },
      h3: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '6px', sm: '10px', md: '16px', lg: '24px', xl: '36px' },
  radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } }),
    InputBase: InputBase.extend({ defaultProps: { size: 'sm' } }),
    NativeSelect: NativeSelect.extend({ defaultProps: { size: 'sm' } }),
    Drawer: Drawer.extend({
      defaultProps: { position: 'right', size: 'lg', overlayProps: { backgroundOpacity: 0.35 }, padding: 'lg' },
      styles: DIALOG_STYLES,
    }),
    // By its name alone: the first screen has none, and doesn't load it.
    Modal: {
      defaultProps: { radius: 'lg', overlayProps: { backgroundOpacity: 0.35 }, padding: 'lg' },
      styles: DIALOG_STYLES,
    },
  },
});

/** Names for what surfaces, lines and texts are for; styles use these, never a shade. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--ground': '#f4f6f6',
    '--surface': '#ffffff',
    '--raised': '#ffffff',
    '--sunken': '#eef2f2',
    '--line': '#dfe5e5',
    '--line-strong': '#7f8c8f',
    '--text': '#1b2325',
    '--text-quiet': '#566366',
    '--accent': '#0d5c63',
    '--accent-soft': '#e2f1f1',
    '--good': '#16703f',
    '--good-soft': '#e1f3e8',
    '--bad': '#b3261e',
    '--bad-soft': '#fce9e7',
    '--warn': '#855300',
    '--warn-soft': '#fdf0d9',
    '--found': '#ffe9ad',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#566366',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-placeholder': '#6a777a',
  },
  dark: {
    '--ground': '#0f1416',
    '--surface': '#161d20',
    '--raised': '#1c2528',
    '--sunken': '#111719',
    '--line': '#2a3539',
    '--line-strong': '#6e7d81',
    '--text': '#e3e9ea',
    '--text-quiet': '#9babae',
    '--accent': '#6cc5ca',
    '--accent-soft': '#163438',
    '--good': '#6fd39b',
    '--good-soft': '#15352a',
    '--bad': '#ff9c92',
    '--bad-soft': '#41201d',
    '--warn': '#f2bf6a',
    '--warn-soft': '#3a2c12',
    '--found': '#5a4510',
    '--mantine-color-body': '#1c2528',
    '--mantine-color-dimmed': '#9babae',
    '--mantine-color-error': '#ff9c92',
    '--mantine-color-placeholder': '#8b9a9d',
    '--mantine-color-default': '#161d20',
    '--mantine-color-default-border': '#3c494d',
  },
});
