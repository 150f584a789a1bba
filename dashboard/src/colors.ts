/**
 * Colors of both schemes by the names of their variables: dimmed text dark
 * enough to read (WCAG AA on every surface), and the surfaces themselves. The
 * build writes those of the first frame into its documents.
 */
export const colors = {
  light: {
    '--mantine-color-dimmed': '#55625e',
    '--mantine-color-placeholder': '#6a7773',
    '--mantine-color-default-border': '#e1e7e5',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-red-light-color': '#a61b14',
    '--mantine-color-glass-light-color': '#075a4d',
    '--mantine-color-cyan-light-color': '#0b5c6b',
    '--mantine-color-grape-light-color': '#7a2390',
    '--mantine-color-indigo-light-color': '#2c41b5',
    '--oriel-canvas': '#ffffff',
    '--oriel-surface': '#ffffff',
    '--oriel-sunken': '#f3f6f5',
    '--oriel-accent-text': '#0b6659',
    '--oriel-track': '#e7edeb',
    '--oriel-active': '#eff3f2',
    '--oriel-underline': '#9fb0ab',
    '--oriel-json-text': '#7a3e00',
    '--oriel-json-plain': '#2c41b5',
  },
  dark: {
    '--mantine-color-body': '#101514',
    '--mantine-color-text': '#dfe5e3',
    '--mantine-color-dimmed': '#9aa7a4',
    '--mantine-color-placeholder': '#8a9794',
    '--mantine-color-default-border': '#28312f',
    '--mantine-color-error': '#ff8f87',
    '--mantine-color-glass-light': '#14352e',
    '--mantine-color-indigo-light': '#232a4d',
    '--mantine-color-gray-light': '#252e2c',
    '--mantine-color-yellow-light': '#2b2614',
    '--mantine-color-yellow-light-color': '#f2cd6d',
    '--mantine-color-red-light': '#331b1a',
    '--mantine-color-red-light-color': '#ffa199',
    '--oriel-canvas': '#161c1b',
    '--oriel-surface': '#161c1b',
    '--oriel-sunken': '#121817',
    '--oriel-accent-text': '#6fd0ba',
    '--oriel-track': '#252e2c',
    '--oriel-active': '#222b29',
    '--oriel-underline': '#566460',
    '--oriel-json-text': '#e6b87d',
    '--oriel-json-plain': '#9db4ff',
  },
} as const;

/** Colors of series, in order; told apart by people with any color vision, in both schemes. */
const series = [
  'glass-6',
  'indigo-5',
  'yellow-6',
  'pink-6',
  'cyan-6',
  'grape-5',
  'orange-6',
  'gray-6',
  'lime-7',
  'red-6',
];

export const seriesColor = (index: number) => `var(--mantine-color-${series[index % series.length]})`;
