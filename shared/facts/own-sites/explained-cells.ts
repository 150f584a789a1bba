import type { CurvePoint } from '#shared/contract/own-rows.ts';
import type { Cell, Counts } from '#shared/facts/statistics/compared-cells.ts';
import { explainChange, type Part } from '#shared/facts/statistics/explain-change.ts';
import { expectedCtr, fitClickCurve } from './click-curve.ts';
import { nameTeller } from './name-teller.ts';

/** Below it a place is not told from one that is never clicked. */
const leastShare = 1e-4;
/** Carriers that an answer shows; the dataset has all. */
const shownCarriers = 5;

export interface ExplainedCells {
  readonly clicks: { readonly before: number; readonly after: number };
  readonly cells: readonly Cell[];
  readonly season?: { readonly growth: number; readonly error: number } | undefined;
  readonly dispersion: number;
  /** Names of the site: queries with one are clicked wherever they stand, and form no curve. */
  readonly ownNames: readonly string[];
}

/** The parts of a change with the site's own curve of clicks by position, of both periods together. */
export function explainedParts({ ownNames, cells, ...question }: ExplainedCells) {
  const { isOwn } = nameTeller({ own_names: [...ownNames], other_names: [] });
  const seen = cells
    .filter(({ query }) => query === null || !isOwn(query))
    .flatMap(({ before, after }) => [before, after])
    .filter(({ impressions }) => impressions > 0);
  const curve = fitClickCurve(seen);
  const parts = explainChange({ ...question, cells, shareAt: shareOf(curve) });
  const { before, after } = question.clicks;
  return {
    clicks: { before, after, change: after - before },
    parts: parts.map(shownPart),
    carriers: parts.flatMap(({ name, carriers }) => carriers.map((carrier) => ({ part: name, ...carrier }))),
  };
}

const shareOf = (curve: readonly CurvePoint[]) => (position: number) =>
  Math.max(expectedCtr(curve, position), leastShare);

function shownPart({ carriers, ...part }: Part) {
  const evidence: { kind: string; text: string }[] = [];
  return { ...part, carried_by: carriers.slice(0, shownCarriers), evidence };
}

export const noCounts: Counts = { clicks: 0, impressions: 0, position: 0 };

/** Rows of two periods side by side, by a key of both. */
export function cellsOf(
  before: ReadonlyMap<string, Counts>,
  after: ReadonlyMap<string, Counts>,
  nameOf: (key: string) => Pick<Cell, 'query' | 'page'>,
): Cell[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => ({
    ...nameOf(key),
    before: before.get(key) ?? noCounts,
    after: after.get(key) ?? noCounts,
  }));
}
