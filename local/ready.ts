import * as v from 'valibot';
import type { Operator } from '#local/admin/operator.ts';
import type { DataFolder } from '#local/data/data-folder.ts';

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

const demoFile = 'demo.json';
const demoAccount = v.object({ account_id: v.string(), api_key: v.string() });
type DemoAccount = v.InferOutput<typeof demoAccount>;

export const demoEmail = 'demo@oriel.example';
const demoCredits = 1_000;

/** The demo account of a data folder; undefined before the service was first started on it. */
export function findDemoAccount(folder: DataFolder): Promise<DemoAccount | undefined> {
  return folder.read(demoFile, demoAccount);
}

/** The account that a newcomer tries the service with: opened once, the same at every later start. */
export async function openDemoAccount(folder: DataFolder, operator: Operator): Promise<DemoAccount> {
  const kept = await findDemoAccount(folder);
  // The owner of the account may have deleted it: its key then opens nothing.
  if (kept && (await operator.ownsAddress(kept.account_id, demoEmail))) return kept;
  const opened = await operator.openDemo(demoEmail, demoCredits);
  await folder.write(demoFile, opened);
  return opened;
}
