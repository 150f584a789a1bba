import {
  type ActionIconProps,
  type AnchorProps,
  type BadgeProps,
  type ButtonProps,
  type CardProps,
  type CSSVariablesResolver,
  createTheme,
  type DrawerProps,
  type InputWrapperProps,
  type MantineColorsTuple,
  type ModalProps,
  type PaperProps,
  type TextProps,
} from '@mantine/core';
import { colors } from './colors.ts';

/** The house color: the green of old glass. Shade 7 on white and shade 4 on ink both pass 4.5:1 as text. */
const glass: MantineColorsTuple = [
  '#e9f8f4',
  '#d5efe8',
  '#a9dfd1',
  '#7acfb9',
  '#4fbfa4',
  '#26a98c',
  '#12937a',
  '#0d7d6c',
  '#0b6659',
  '#074c42',
];

/** Neutral grays with a breath of the house color, for the dark scheme. */
const dark: MantineColorsTuple = [
  '#d3d9d8',
  '#b4bdbb',
  '#98a3a1',
  '#65706e',
  '#3a4443',
  '#2a3332',
  '#1d2423',
  '#151b1a',
  '#101514',
  '#0b0f0e',
];

const gray: MantineColorsTuple = [
  '#f7f9f8',
  '#f0f3f2',
  '#e4e9e7',
  '#d6dddb',
  '#c0c9c6',
  '#98a4a1',
  '#66736f',
  '#4a5653',
  '#323c3a',
  '#1d2423',
];

/** What a component is unless a page says otherwise. */
const byDefault = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });

const closing = { closeButtonProps: { 'aria-label': 'Close' } };
const fieldOrder: Pick<InputWrapperProps, 'inputWrapperOrder'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
};

/** By name and not by the components themselves: imported here, the sign-in page would load every one of them. */
const components = {
  // A link inside a sentence must show without its color (WCAG 1.4.1).
  Anchor: byDefault<AnchorProps>({ underline: 'always' }),
  Text: byDefault<TextProps>({ size: 'sm' }),
  Button: byDefault<ButtonProps>({ radius: 'md', fw: 550 }),
  ActionIcon: byDefault<ActionIconProps>({ variant: 'subtle', color: 'gray', size: 'lg' }),
  // A word cut off in a badge is worth nothing; the table around it gives way.
  Badge: {
    ...byDefault<BadgeProps>({ variant: 'light', radius: 'sm', tt: 'none', fw: 550 }),
    styles: { root: { minWidth: 'max-content' } },
  },
  Card: byDefault<CardProps>({ withBorder: true, radius: 'lg', padding: 'md' }),
  Paper: byDefault<PaperProps>({ radius: 'lg' }),
  Modal: {
    ...byDefault<ModalProps>({
      radius: 'lg',
      centered: true,
      overlayProps: { backgroundOpacity: 0.4, blur: 3 },
      ...closing,
    }),
    styles: { title: { lineHeight: 1.3 } },
  },
  // A `header` outside of an article would be a second banner beside the page's own.
  ModalHeader: { defaultProps: { role: 'presentation' } },
  DrawerHeader: { defaultProps: { role: 'presentation' } },
  Drawer: byDefault<DrawerProps>({ overlayProps: { backgroundOpacity: 0.3 }, ...closing }),
  TextInput: byDefault(fieldOrder),
  TagsInput: byDefault(fieldOrder),
  Autocomplete: byDefault(fieldOrder),
  Textarea: byDefault(fieldOrder),
  NativeSelect: byDefault(fieldOrder),
};

export const theme = createTheme({
  primaryColor: 'glass',
  // White on this shade and on the next, which buttons take under the pointer, passes 4.5:1.
  primaryShade: 7,
  colors: { glass, dark, gray },
  black: '#16201e',
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '620',
    sizes: { h1: { fontSize: '1.25rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.875rem' } },
  },
  respectReducedMotion: true,
  components,
});

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, ...colors });
