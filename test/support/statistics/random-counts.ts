import { createRandom } from '#test/support/random.ts';

/** Counts that look random and are the same in every run. */
export function randomSource(seed: number) {
  const uniform = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Of a large mean as the normal that it comes near to. */
  const poisson = (mean: number): number => {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    let [count, product] = [0, uniform()];
    for (const end = Math.exp(-mean); product > end; count += 1) product *= uniform();
    return count;
  };
  return { uniform, normal, poisson };
}
