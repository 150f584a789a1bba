/** Source name of the generated sample market, and the `connection_id` of answers from it. */
export const sampleSource = 'sample-market';

/** Source name of listings that were fetched live and have grown the index. */
export const liveSource = 'live';

/** How answers name the import that a row is from; undefined where it came from a live listing. */
export function connectionOf(source: string): string | undefined {
  return source.startsWith('imp_') ? `import:${source}` : undefined;
}

const numberDigits = 10;

/**
 * An import in one number, for rows of which there are millions: the first forty
 * bits of its id. Null for other sources.
 */
export function importNumberOf(source: string): number | null {
  if (!source.startsWith('imp_')) return null;
  const number = Number.parseInt(source.slice(4, 4 + numberDigits), 16);
  // Where a row has the number, 0 and 1 say that no import or the sample market gave it.
  return number > 1 ? number : null;
}

/** What the id of an import begins with. */
export function importPrefix(number: number): string {
  return `imp_${number.toString(16).padStart(numberDigits, '0')}`;
}
