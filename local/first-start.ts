import * as v from 'valibot';
import type { Operator } from './admin/operator.ts';
import type { DataFolder } from './data/data-folder.ts';

const demoFile = 'demo.json';
const demoAccount = v.object({ account_id: v.string(), api_key: v.string() });
export type DemoAccount = v.InferOutput<typeof demoAccount>;

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
