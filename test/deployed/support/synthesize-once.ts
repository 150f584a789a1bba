import { rmSync } from 'node:fs';
import { synthesizedDeployments } from './synthesized.ts';

/** Jest's global set-up of the deployed suite: what is deployed is bundled and synthesized once, and read by every file. */
// biome-ignore lint/style/noDefaultExport: Jest calls the default export.
export default async function synthesizeOnce(): Promise<void> {
  const folders = await synthesizedDeployments();
  process.env.DEPLOYED_ASSEMBLIES = JSON.stringify(folders);
  process.once('exit', () => {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  });
}
