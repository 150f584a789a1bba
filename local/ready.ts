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

/** With the process that wrote it: a server that was killed leaves the file behind. */
const readyRecord = v.object({ ...readyMachine.entries, pid: v.number() });

/** Origin of the server that runs on a folder; undefined where none does, or one was killed. */
export async function runningOrigin(folder: DataFolder): Promise<string | undefined> {
  const ready = await folder.read(readyFile, readyRecord).catch(() => undefined);
  return ready && isRunning(ready.pid) ? ready.base_url : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
