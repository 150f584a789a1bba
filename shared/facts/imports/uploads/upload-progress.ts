import type { UploadRecord } from '#shared/contract/own-imports.ts';
import type { ImportSource } from '#shared/facts/imports/import-source.ts';
import type { ImportProgress } from '../import-services.ts';

/**
 * How far several files are together: each counts by its bytes, and the whole
 * never goes back and never stands at 1, which only the end is.
 */
export function createUploadProgress(sources: readonly ImportSource[]) {
  const whole = Math.max(
    1,
    sources.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const sizes = new Map(sources.map(({ name, bytes }) => [name, bytes]));
  const shares = new Map<string, number>();
  return ({ source, phase, rows, share }: ImportProgress): NonNullable<UploadRecord['progress']> => {
    shares.set(source.name, Math.max(shares.get(source.name) ?? 0, share ?? 0));
    const done = [...shares].reduce((sum, [name, part]) => sum + part * (sizes.get(name) ?? 0), 0);
    return { phase, file: source.name, rows, share: Math.min(0.99, done / whole) };
  };
}
