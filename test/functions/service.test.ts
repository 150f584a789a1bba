import {
  apiFunctions,
  backgroundFunctions,
  invokedFunctions,
  scheduledFunctions,
} from '#functions/service.ts';
import { serviceFunctions } from '#lib/service-functions.ts';
import { exportedName } from '#shared/contract/function-contract.ts';

describe('the table of functions', () => {
  it('names every function once, and the stacks have each', () => {
    const named = [...apiFunctions, ...scheduledFunctions, ...invokedFunctions, ...backgroundFunctions];
    const names = named.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(serviceFunctions.map(({ name }) => name).toSorted()).toEqual([...names, 'unmatched'].toSorted());
  });

  it.each(serviceFunctions.map(({ name, module }) => [name, module]))(
    'leads from %s to code under its name in %s',
    async (name, module) => {
      expect(await import(`../../functions/${module}`)).toHaveProperty(
        exportedName(name),
        expect.any(Function),
      );
    },
  );
});
