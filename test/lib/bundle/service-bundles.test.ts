import { statSync } from 'node:fs';
import { join } from 'node:path';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { bundleEntries } from '#lib/service-functions.ts';

describe('the bundles of the service', () => {
  /** In bytes. What is sent, unpacked and read at every cold start; the default build's bare handler has 547,000. */
  const toolBudget = 280_000;

  it('are all built in one pass, none of them missing', async () => {
    const bundles = await bundleFunctions(bundleEntries);
    for (const { name } of bundleEntries)
      expect(statSync(join(bundles.folderOf(name), 'index.js')).size).toBeGreaterThan(1_000);
  });

  it.each(toolCatalog.map(({ name }) => name.replaceAll('_', '-')))(
    '%s stays within its budget',
    async (name) => {
      const bundles = await bundleFunctions(bundleEntries);
      expect(statSync(join(bundles.folderOf(name), 'index.js')).size).toBeLessThan(toolBudget);
    },
  );
});
