import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import type { Bundles } from '#lib/bundle/bundle-functions.ts';
import { DataStack } from '#lib/data-stack.ts';
import { checkWithNag, createServiceApp, featureFlags } from '#lib/service-app.ts';
import { stageFromContext } from '#lib/stage.ts';
import type { StageInput } from './stages.ts';

/**
 * Writes the templates of stages as `cdk synth` does, each into the folder of
 * its number. Fails where cdk-nag or the template validator finds a fault.
 *
 *   node test/lib/support/write-stages.ts FOLDER '[{"context":{"stage":"prod"}}]'
 */
const [folder = '', stages = '[]'] = process.argv.slice(2);

// A stand-in for the bundles and the dashboard: stacks only look at the folder.
const content = mkdtempSync(join(tmpdir(), 'oriel-content-'));
writeFileSync(join(content, 'index.js'), 'exports.handler = async () => ({ statusCode: 204 });\n');
writeFileSync(join(content, 'index.html'), '<!doctype html>');
const bundles: Bundles = { folder: content, folderOf: () => content, eagerBytesOf: () => 0 };

const inputs: readonly StageInput[] = JSON.parse(stages);
for (const [number, input] of inputs.entries()) appOf(input, join(folder, String(number))).synth();
rmSync(content, { recursive: true });

function appOf({ context, withDashboard, dataAlone }: StageInput, outdir: string): App {
  if (!dataAlone) {
    const dashboard = withDashboard ? { dashboardFolder: content } : {};
    return checkWithNag(createServiceApp(bundles, { context, outdir, ...dashboard }));
  }
  const app = new App({ context, outdir, postCliContext: featureFlags });
  new DataStack(app, 'oriel-dev-data', { stage: stageFromContext(app.node) });
  return app;
}
