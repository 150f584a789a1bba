import * as v from 'valibot';
import type { DataFolder } from './data/data-folder.ts';

/** Written once the server answers, removed when it ends. */
export const readyFile = 'ready.json';

const readyMachine = v.object({
  base_url: v.string(),
  dashboard_url: v.string(),
  mcp_url: v.string(),
  account_id: v.string(),
  api_key: v.string(),
});
/** What a started machine tells its user, and what `ready.json` holds. */
export type ReadyMachine = v.InferOutput<typeof readyMachine>;

/** Origin of the server that runs on a folder, or ran on it and was killed. */
export async function runningOrigin(folder: DataFolder): Promise<string | undefined> {
  return (await folder.read(readyFile, readyMachine).catch(() => undefined))?.base_url;
}
