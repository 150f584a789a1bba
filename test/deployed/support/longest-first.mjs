// biome-ignore lint/correctness/noUndeclaredDependencies: a part of Jest, in the version that Jest has.
import TestSequencer from '@jest/test-sequencer';

/** Begins with the proofs of the grants, so that the last files of a run are short. Jest itself begins with those that are large. */
// biome-ignore lint/style/noDefaultExport: Jest constructs the default export.
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => Number(!path.includes('grants'));
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
