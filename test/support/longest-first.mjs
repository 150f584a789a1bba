// biome-ignore lint/correctness/noUndeclaredDependencies: a part of Jest, in the version that Jest has.
import TestSequencer from '@jest/test-sequencer';

/** Files of a minute and more. */
const long =
  /grants|accessible-|killed-command|service-bundles|workspace|measures|connected-site|fault-injection/u;

/** Begins with the longest files, so that the last of a run are short. Jest itself begins with those that are large. */
// biome-ignore lint/style/noDefaultExport: Jest constructs the default export.
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const rank = ({ path }) => Number(!long.test(path));
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
