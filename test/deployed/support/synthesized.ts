import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bundles, bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { createServiceApp } from '#lib/service-app.ts';
import { bundleEntries } from '#lib/service-functions.ts';

/** Stages that can be booted here: one of a trial, and one that keeps its data and lets new code in gradually. */
export type BootedStage = 'dev' | 'prod';

/** Folders of the synthesized stacks (`cdk.out`) of both stages, each of which sends mail. */
export async function synthesizedDeployments(): Promise<Readonly<Record<BootedStage, string>>> {
  const bundles = await bundleFunctions(bundleEntries);
  return { dev: synthesized(bundles, 'dev'), prod: synthesized(bundles, 'prod') };
}

function synthesized(bundles: Bundles, stage: BootedStage): string {
  const outdir = mkdtempSync(join(tmpdir(), 'oriel-deployed-'));
  const context = { stage, mailFrom: 'hello@oriel.example' };
  return createServiceApp(bundles, { outdir, context }).synth().directory;
}
