/** Pixels of characters in Arial at 20 px, the type of Google's result titles, by rough classes. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'|!()[\]ft]/u, 5.5],
  [/[rs\s-]/u, 7],
  [/[mwMW@%—]/u, 16.5],
  [/[A-Z&]/u, 13.3],
  [/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u, 20],
];
const ordinaryWidth = 10.6;

/** Estimated width of a title in Google's results, in pixels; within some percent of a real measurement. */
export function titlePixels(text: string): number {
  let pixels = 0;
  for (const character of text)
    pixels += widths.find(([pattern]) => pattern.test(character))?.[1] ?? ordinaryWidth;
  return Math.round(pixels);
}
