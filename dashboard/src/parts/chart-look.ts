/** Colors of series, in order; told apart by people with any color vision, in both schemes. */
export const seriesColors = [
  'glass.6',
  'indigo.5',
  'yellow.6',
  'pink.6',
  'cyan.6',
  'grape.5',
  'orange.6',
  'gray.6',
  'lime.7',
  'red.6',
] as const;

export function seriesColor(index: number): string {
  return seriesColors[index % seriesColors.length] ?? 'gray.6';
}

/** Height of a chart, pixels: reserved before its code is there, so that nothing jumps. */
export const chartHeight = 260;
