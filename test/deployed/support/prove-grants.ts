import { setTimeout as sleep } from 'node:timers/promises';
import type { DeployedFunction } from './assembly.ts';
import { functionNamed } from './function-named.ts';
import { type Grant, nameOf } from './permissions.ts';
import type { WalkedService } from './walked-service.ts';
import type { Step, Walk } from './walks/walk.ts';

/** The outcome of one function's walk and of each of its grants. */
export interface Proof {
  readonly functionName: string;
  /** Steps that did not do what they are for, with all grants in place. */
  readonly failed: readonly string[];
  /** What the role lacks. */
  readonly denied: readonly string[];
  /** Grants that no step made use of. */
  readonly unused: readonly string[];
  /** Grants whose absence no step noticed. */
  readonly unnoticed: readonly string[];
}

/** Used by the Lambda runtime itself, and by what reads queues in a function's name: no code here could be denied. */
const runtimeSids = ['OwnLog', 'Traces', 'ReadQueue'];

/** Every action of every statement of a role, but for those of the runtime. */
export function grantsOf({ name, statements }: DeployedFunction): readonly Grant[] {
  return statements
    .filter(({ sid }) => !runtimeSids.includes(sid))
    .flatMap(({ sid, actions }) => actions.map((action) => ({ functionName: name, sid, action })));
}

/**
 * Takes a function's walk once with all its grants, and then, for each of
 * them, the steps that used it with that one taken away, the shortest first,
 * until one misses it: what a step once stored for all, it need not store again.
 */
export async function proveGrants(service: WalkedService, walk: Walk): Promise<Proof> {
  const functionName = functionNamed(walk.name);
  const { permissions, deployment } = service.running;
  const deployed = deployment.functions.find(({ name }) => name === functionName);
  if (!deployed) throw new Error(`No function ${functionName} is deployed.`);
  const own = () => permissions.denied.filter((deed) => deed.functionName === functionName);
  const { users, failed } = await takeWalk(service, walk, functionName);
  const denied = own().map(({ action, resource }) => `${action} ${resource}`);
  const unnoticed: string[] = [];
  const all = grantsOf(deployed);
  const unused = all.map(nameOf).filter((name) => !users.has(name));
  const grants = all.filter((grant) => users.has(nameOf(grant))).toSorted(byNeed(users));
  let live: boolean | undefined;
  const misses = async (grant: Grant, step: Step): Promise<boolean> => {
    if (live !== isLive(step)) await service.setLive(functionName, isLive(step));
    live = isLive(step);
    return isMissed(service, grant, step);
  };
  for (const grant of grants)
    if (!(await isTrueOfAny(users.get(nameOf(grant)) ?? [], ({ step }) => misses(grant, step))))
      unnoticed.push(nameOf(grant));
  return { functionName, failed, denied, unused, unnoticed };
}

/** Asks in order, and no further than the first yes. */
async function isTrueOfAny<Item>(items: readonly Item[], ask: (item: Item) => Promise<boolean>) {
  for (const item of items) if (await ask(item)) return true;
  return false;
}

/** A step that used a grant, and the milliseconds it took. */
interface User {
  readonly step: Step;
  readonly elapsedMs: number;
}

async function takeWalk(service: WalkedService, { steps }: Walk, functionName: string) {
  const users = new Map<string, readonly User[]>();
  const failed: string[] = [];
  const take = async (step: Step): Promise<void> => {
    const { grants, elapsedMs } = await takeStep(service, step, functionName);
    for (const name of new Set(grants.map(nameOf)))
      users.set(name, [...(users.get(name) ?? []), { step, elapsedMs }].toSorted(byTime));
  };
  for (const live of [false, true]) {
    const taken = steps.filter((step) => isLive(step) === live);
    if (taken.length > 0) await service.setLive(functionName, live);
    for (const step of taken)
      await take(step).catch((error: Error) => failed.push(`${step.does}: ${error.message}`));
  }
  return { users, failed };
}

/** Takes one step; the grants that the function made use of. */
async function takeStep(
  service: WalkedService,
  step: Step,
  functionName: string,
): Promise<User & { readonly grants: readonly Grant[] }> {
  const { permissions } = service.running;
  const [before, startedAt] = [permissions.done.length, performance.now()];
  await step.run(service);
  await untilQuiet(service, step, functionName);
  const deeds = permissions.done.slice(before).filter((deed) => deed.functionName === functionName);
  return { step, elapsedMs: performance.now() - startedAt, grants: deeds.flatMap(permissions.behind) };
}

/** Whether the step meets a denial without the grant: as it is, or from a cold start where something was kept. */
async function isMissed(service: WalkedService, grant: Grant, step: Step): Promise<boolean> {
  const { permissions } = service.running;
  permissions.withhold(grant);
  try {
    for (const cold of isReadAtStart(grant) ? [true] : [false, true]) {
      if (cold) await service.running.recycle(grant.functionName);
      const before = permissions.denied.length;
      await step.run(service).catch(() => undefined);
      await untilQuiet(service, step, grant.functionName);
      const denials = permissions.denied.slice(before);
      if (denials.some(({ functionName, action }) => isSame(grant, functionName, action))) return true;
    }
    return false;
  } finally {
    permissions.giveBack(grant);
    // What was denied at its start must not be remembered by the next step.
    if (isReadAtStart(grant)) await service.running.recycle(grant.functionName);
  }
}

function isSame(grant: Grant, functionName: string, action: string): boolean {
  return grant.functionName === functionName && grant.action === action;
}

const isReadAtStart = ({ sid }: Grant) => sid.startsWith('Secret') || sid === 'KeyForSecrets';

/** Grants that need the provider last, so that it comes and goes once. */
function byNeed(users: ReadonlyMap<string, readonly User[]>) {
  const rank = (grant: Grant) => Number(isLive(users.get(nameOf(grant))?.[0]?.step));
  return (one: Grant, other: Grant) => rank(one) - rank(other);
}

const byTime = (one: User, other: User) => one.elapsedMs - other.elapsedMs;

const isLive = (step: Step | undefined): boolean => step?.live ?? false;

/** Live listings go on being stored after their call was answered. */
async function untilQuiet({ running }: WalkedService, step: Step, functionName: string): Promise<void> {
  if (!isLive(step)) return;
  const deeds = () =>
    [...running.permissions.done, ...running.permissions.denied].filter(
      (deed) => deed.functionName === functionName,
    ).length;
  for (let [known, rounds] = [-1, 0]; known !== deeds() && rounds < 30; rounds += 1) {
    known = deeds();
    await sleep(100);
  }
}
