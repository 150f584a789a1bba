import vm from 'node:vm';
// biome-ignore lint/correctness/noUndeclaredDependencies: a part of Jest, in the version that Jest has.
import { TestEnvironment } from 'jest-environment-node';

const { createContext, constants } = vm;

/**
 * Jest's environment of Node with a plain global object. Jest makes the global object of each file a proxy, and
 * Node intercepts what is looked up in it: `Math.exp` in a loop then takes ten times as long.
 */
// biome-ignore lint/style/noDefaultExport: Jest constructs the default export.
export default class PlainEnvironment extends TestEnvironment {
  constructor(...given) {
    vm.createContext = () => createContext(constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
  }
}
