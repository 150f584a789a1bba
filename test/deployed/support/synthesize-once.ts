import { synthesizedDeployments } from './synthesized.ts';

/** Jest's global set-up of the deployed suite: what is deployed is bundled and synthesized once, and read by every file. */
// biome-ignore lint/style/noDefaultExport: Jest calls the default export.
export default async function synthesizeOnce(): Promise<void> {
  process.env.DEPLOYED_ASSEMBLIES = JSON.stringify(await synthesizedDeployments());
}
