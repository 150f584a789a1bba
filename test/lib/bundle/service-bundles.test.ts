import { toolCatalog } from '#functions/tools/catalog.ts';
import { type Bundles, bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { bundleEntries } from '#lib/service-functions.ts';

describe('the bundles of the service', () => {
  /** In bytes, read at every cold start; the default build of a handler that only reads one item has 547,000. */
  const toolBudget = 350_000;
  const heavyTools = ['audit-site'];
  let bundles: Bundles;

  beforeAll(async () => {
    bundles = await bundleFunctions(bundleEntries);
  }, 120_000);

  it('are all built, none of them missing', () => {
    for (const { name } of bundleEntries) expect(bundles.eagerBytesOf(name)).toBeGreaterThan(1_000);
  });

  it.each(
    toolCatalog.map(({ name }) => name.replaceAll('_', '-')).filter((name) => !heavyTools.includes(name)),
  )('%s stays within its budget', (name) => {
    expect(bundles.eagerBytesOf(name)).toBeLessThan(toolBudget);
  });
});
