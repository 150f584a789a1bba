import { bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { checkWithNag, createServiceApp } from '#lib/service-app.ts';
import { bundleEntries } from '#lib/service-functions.ts';

checkWithNag(createServiceApp(await bundleFunctions(bundleEntries))).synth();
