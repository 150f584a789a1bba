import { bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { createServiceApp } from '#lib/service-app.ts';
import { bundleEntries } from '#lib/service-functions.ts';

createServiceApp(await bundleFunctions(bundleEntries)).synth();
