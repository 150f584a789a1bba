import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { createServiceApp } from '#lib/service-app.ts';
import { bundleEntries } from '#lib/service-functions.ts';

/** Folder of the synthesized stacks (`cdk.out`) of a stage that sends mail. */
export async function synthesizedDeployment(): Promise<string> {
  const bundles = await bundleFunctions(bundleEntries);
  const outdir = mkdtempSync(join(tmpdir(), 'oriel-deployed-'));
  return createServiceApp(bundles, { outdir, context: { mailFrom: 'hello@oriel.example' } }).synth()
    .directory;
}
