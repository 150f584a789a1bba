import { apiFunctions } from '#functions/api-functions.ts';
import { endpointCatalog } from '#functions/endpoints.ts';
import { routedFunctions } from '#functions/routed-functions.ts';
import { scheduledFunctions } from '#functions/scheduled-functions.ts';
import { clockFunctions, servedFunctions } from '#functions/service.ts';

const withOwnCode = new Set([...endpointCatalog, ...routedFunctions].map(({ folder }) => folder as string));
const pairs = [...servedFunctions.filter(([{ folder }]) => withOwnCode.has(folder)), ...clockFunctions].map(
  ([{ folder }, load]): [string, () => Promise<unknown>] => [folder, load],
);

describe('the table of functions', () => {
  it('serves every function of the API, in the order of the catalogs', () => {
    expect(servedFunctions.map(([{ name }]) => name)).toEqual(apiFunctions.map(({ name }) => name));
  });

  it('has every function of the clock but those that care for AWS’s secret store', () => {
    const missing = scheduledFunctions.filter(
      ({ name }) => !clockFunctions.some(([clock]) => clock.name === name),
    );
    expect(missing.map(({ name }) => name)).toEqual(['rotate-secret', 'secret-ages']);
  });

  it.each(pairs)('pairs the contract in %s with the code beside it', async (folder, load) => {
    expect(await load()).toBe(await import(`../../functions/${folder}/create-handler.ts`));
  });
});
