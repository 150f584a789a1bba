import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { checkWithNag, createServiceApp } from '#lib/service-app.ts';
import { bundleEntries } from '#lib/service-functions.ts';

/** Built by `npm run deploy` before this runs; a synthesis alone goes without. */
const built = join(import.meta.dirname, '../dashboard/dist');
const isBuilt = existsSync(join(built, 'index.html'));
const dashboard = isBuilt ? { dashboardFolder: built } : {};
if (!isBuilt)
  process.stderr.write(
    'The dashboard is not built, so its bucket stays as it is; npm run deploy builds it.\n',
  );

checkWithNag(createServiceApp(await bundleFunctions(bundleEntries), dashboard)).synth();
