import { type Intent, intents } from '#shared/contract/rows.ts';
import { intentFeatures, sharesOf } from '#shared/facts/intent/intent-model.ts';
import { wordsOf } from '#shared/facts/intent/words.ts';
import { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import type { LabeledQuery } from './training-set.ts';

/** Weights of a bucket, in the order of `intents`. */
export type Weights = ReadonlyMap<number, readonly number[]>;

const passes = 8;
const learningRate = 0.12;
const decay = 2e-6;

/** How many buckets keep weights: what a file of 110 kB holds. */
const keptBuckets = 26_000;

interface Example {
  readonly features: Uint32Array;
  readonly intent: Intent;
  readonly weight: number;
}

/**
 * Multinomial logistic regression, fitted twice: over all features, and again
 * over those that weigh most, so that what is left out is made up for. The
 * order of examples comes from a fixed seed: the same queries give the same
 * weights.
 */
export function fitModel(queries: readonly LabeledQuery[]): Weights {
  const featuresOf = queries.map(({ query }) => intentFeatures(wordsOf(query)));
  const buckets = [...new Set(featuresOf.flat())];
  const fittedTo = (kept: readonly number[]) => {
    const places = new Map(kept.map((bucket, place) => [bucket, place]));
    const examples = queries.map(({ intent, weight }, index) => ({
      features: Uint32Array.from((featuresOf[index] ?? []).flatMap((bucket) => places.get(bucket) ?? [])),
      intent,
      weight,
    }));
    const rows = descend(examples, kept.length);
    return new Map(kept.map((bucket, place) => [bucket, rows.map((row) => row[place] ?? 0)]));
  };
  return fittedTo(heaviest(fittedTo(buckets), featuresOf));
}

/** The buckets that move probabilities most: far from the mean of their weights, and seen more than once. */
function heaviest(weights: Weights, featuresOf: readonly (readonly number[])[]): number[] {
  const seen = new Map<number, number>();
  for (const bucket of featuresOf.flat()) seen.set(bucket, (seen.get(bucket) ?? 0) + 1);
  const weighed = [...weights].map(([bucket, row]) => {
    const mean = row.reduce((sum, weight) => sum + weight, 0) / row.length;
    const spread = Math.hypot(...row.map((weight) => weight - mean));
    return { bucket, value: spread * Math.min(2, Math.log1p(seen.get(bucket) ?? 0)) };
  });
  return weighed
    .sort((a, b) => b.value - a.value || a.bucket - b.bucket)
    .slice(0, keptBuckets)
    .map(({ bucket }) => bucket);
}

/** Stochastic gradient descent with a step of its own for each weight (Adagrad). */
function descend(examples: readonly Example[], size: number): readonly Float64Array[] {
  const weights = intents.map(() => new Float64Array(size));
  const squares = intents.map(() => new Float64Array(size).fill(1e-6));
  const random = createSeededRandom('order of examples');
  const order = examples.map((_, index) => index);
  for (let pass = 0; pass < passes; pass += 1) {
    for (let index = order.length - 1; index > 0; index -= 1) {
      const other = random.between(0, index);
      [order[index], order[other]] = [order[other] ?? 0, order[index] ?? 0];
    }
    for (const index of order) {
      const example = examples[index];
      if (example) learn(weights, squares, example);
    }
  }
  return weights;
}

function learn(weights: readonly Float64Array[], squares: readonly Float64Array[], example: Example): void {
  const { features, intent, weight } = example;
  const shares = sharesOf(weights.map((own) => scoreOf(own, features)));
  for (const [place, own] of weights.entries()) {
    const sums = squares[place];
    const error = ((shares[place] ?? 0) - (intents[place] === intent ? 1 : 0)) * weight;
    if (!sums) continue;
    for (const feature of features) {
      const current = own[feature] ?? 0;
      const gradient = error + decay * current;
      const sum = (sums[feature] ?? 0) + gradient * gradient;
      sums[feature] = sum;
      own[feature] = current - (learningRate * gradient) / Math.sqrt(sum);
    }
  }
}

function scoreOf(own: Float64Array, features: Uint32Array): number {
  let sum = 0;
  for (const feature of features) sum += own[feature] ?? 0;
  return sum;
}

/** The probability of each intent for a query. */
export function sharesFor(weights: Weights, query: string): number[] {
  const rows = intentFeatures(wordsOf(query)).flatMap((bucket) => {
    const row = weights.get(bucket);
    return row ? [row] : [];
  });
  return sharesOf(intents.map((_, place) => rows.reduce((sum, row) => sum + (row[place] ?? 0), 0)));
}
