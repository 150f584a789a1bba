import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import type { WingSize } from './tree.ts';
import type { Ways } from './ways.ts';

const file = new URL('./ceilings.json', import.meta.url);

const figures = v.record(v.string(), v.number());
const Ceilings = v.strictObject({
  /** A sentence for each ceiling that was raised, under its name: what for. */
  raised: v.record(v.string(), v.pipe(v.string(), v.minLength(20))),
  ceilings: figures,
});

/** Nobody should leave out a test or a measurement because of its length. */
const unbounded = new Set(['test', 'bench']);

/** Sizes that have a ceiling, by name: `shared/money files`, `shared/money lines`, `files of one paid call`. */
export function sizeFigures(wings: Readonly<Record<string, WingSize>>, ways: Ways) {
  const bounded = Object.entries(wings).filter(([wing]) => !unbounded.has(wing));
  const inWings = bounded.flatMap(([wing, { files, lines, generated, words }]) => [
    [`${wing} files`, files],
    [`${wing} lines`, lines],
    [`${wing} generated lines`, generated],
    [`${wing} words`, words],
  ]);
  const onWays = Object.entries(ways).map(([way, files]) => [`files of one ${way}`, files.length]);
  const present = [...inWings, ...onWays].filter(([, figure]) => figure !== 0);
  return v.parse(figures, Object.fromEntries(present));
}

export function readCeilings(): v.InferOutput<typeof Ceilings> {
  return v.parse(Ceilings, JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * Writes figures that are below their ceilings, and new ones, as ceilings; those
 * above stay as they are. Lines and words to the next hundred: a mended line is no growth.
 */
export function lowerCeilings(found: Readonly<Record<string, number>>): void {
  const { raised, ceilings } = readCeilings();
  const rounded = (name: string, figure: number) =>
    /(?:lines|words)$/u.test(name) ? Math.ceil(figure / 100) * 100 : figure;
  const lowered = Object.entries(found).map(([name, figure]) => [
    name,
    Math.min(rounded(name, figure), ceilings[name] ?? Infinity),
  ]);
  const text = JSON.stringify({ raised, ceilings: Object.fromEntries(lowered) }, null, 2);
  writeFileSync(file, `${text}\n`);
}
