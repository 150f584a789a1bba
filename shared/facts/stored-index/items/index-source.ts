/** Source name of the generated sample market, and the `connection_id` of answers from it. */
export const sampleSource = 'sample-market';

/** How answers name the import that a row is from; undefined where it came from a live listing. */
export function connectionOf(source: string): string | undefined {
  return source.startsWith('imp_') ? `import:${source}` : undefined;
}
