import { bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { checkWithNag, createServiceApp } from '#lib/service-app.ts';
import { bundleEntries } from '#lib/service-functions.ts';
import { buildDashboard, dashboardFolder } from '#local/pages/build-dashboard.ts';

/** The CDK's app. It builds the dashboard itself, so that every way of deploying publishes the one of these sources. */
await buildDashboard();
checkWithNag(createServiceApp(await bundleFunctions(bundleEntries), { dashboardFolder })).synth();
