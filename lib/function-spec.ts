import { clientMetadataFunction } from '#functions/client-metadata/contract.ts';
import { runImport } from '#functions/imports/contracts.ts';
import { lowBalance, usageShard } from '#functions/maintenance/contracts.ts';
import { openPagesFunction } from '#functions/open-pages/contract.ts';
import type {
  BackgroundFunction,
  RoutedFunction,
  ScheduledFunction,
} from '#shared/contract/function-contract.ts';
import { type Grants, type KeptSecretName, mergeGrants, type SecretName } from '#shared/contract/grants.ts';

/**
 * Which template a function is in: `tools` has what callers pay for, `upkeep` what no route reaches, and
 * whatever else the API leads to is with its noun (`imports`), the folder of its code.
 */
type FunctionGroup = string;

/** One Lambda: which code it runs, what reaches it, and all that it may touch. */
export interface FunctionSpec extends RoutedFunction {
  readonly group: FunctionGroup;
  readonly grants: Grants;
  /** Whether calls of it cost money or quota upstream. */
  readonly asksUpstream?: boolean;
  /** Whether calls of it read public sites, which decide how long and how hard it works. */
  readonly readsSites?: boolean;
  /** Called by a clock instead of a route. */
  readonly everyMinutes?: number;
  /** Called by the secret store, to renew these. */
  readonly rotatesSecrets?: readonly KeptSecretName[];
  readonly seesSecrets?: readonly KeptSecretName[];
  readonly reportsSignals?: boolean;
  /** Has the calls of all accounts read by another function, part by part. */
  readonly readsInShards?: boolean;
  /** Started by another function, which does not wait for it. */
  readonly inBackground?: boolean;
  readonly queuesDeliveries?: boolean;
  readonly readsQueue?: boolean;
  /** Gets the share of the revenue from which upstream cost raises an alarm. */
  readonly watchesMargin?: boolean;
}

/** API Gateway gives up at 29 s; functions end before, so that the answer is always ours. */
const longestTimeoutSeconds = 28;

export function apiFunction(
  routed: RoutedFunction,
  { asksUpstream = false, readsSites = false } = {},
): FunctionSpec {
  if (routed.timeoutSeconds > longestTimeoutSeconds)
    throw new Error(`${routed.name} asks for ${routed.timeoutSeconds} s; the gateway allows less than 29 s.`);
  const grants = mergeGrants([routed.grants]);
  return {
    ...routed,
    grants,
    group: routed.module.split('/')[0] ?? routed.module,
    ...(asksUpstream && { asksUpstream }),
    ...(readsSites && { readsSites }),
  };
}

export function scheduledFunction(scheduled: ScheduledFunction): FunctionSpec {
  const { summary, ...spec } = scheduled;
  return { ...spec, grants: mergeGrants([spec.grants]), group: 'upkeep', description: summary, routes: [] };
}

export function invokedFunction(invoked: RoutedFunction): FunctionSpec {
  return { ...invoked, grants: mergeGrants([invoked.grants]), group: 'upkeep' };
}

/** The Lambda of a function that another one starts by its name, or a queue, and does not wait for. */
export function backgroundFunction({ summary, ...spec }: BackgroundFunction): FunctionSpec {
  const grants = mergeGrants([spec.grants]);
  return {
    ...spec,
    grants,
    group: 'upkeep',
    description: summary,
    routes: [],
    ...(!spec.readsQueue && { inBackground: true }),
  };
}

/**
 * The name that its function, and with `-errors` its alarm, has in the account. The group is part of it:
 * what moves to another template is made there before it is taken away here, which two of one name could not.
 */
export function deployedName(
  { group, name }: Pick<FunctionSpec, 'group' | 'name'>,
  stageName: string,
): string {
  return `oriel-${stageName}-${group}-${name}`;
}

interface CalledFunction {
  readonly name: string;
  /** Of the statement that allows it. */
  readonly sid: string;
}

/** The one other function that a function may call, by its name; undefined where its contract says of none. */
export function calledFunction(
  {
    readsClientMetadata,
    opensPages,
    startsImports,
    readsInShards,
  }: Pick<FunctionSpec, 'readsClientMetadata' | 'opensPages' | 'startsImports' | 'readsInShards'>,
  stage: { readonly name: string },
): CalledFunction | undefined {
  const named = (sid: string, spec: FunctionSpec) => ({ sid, name: deployedName(spec, stage.name) });
  if (readsClientMetadata) return named('ReadClientMetadata', invokedFunction(clientMetadataFunction));
  if (opensPages) return named('OpenPages', invokedFunction(openPagesFunction));
  if (startsImports) return named('StartImports', backgroundFunction(runImport));
  return readsInShards ? named('ReadShards', invokedFunction(usageShard)) : undefined;
}

/** The name by which the function that writes to accounts with few credits is started. */
export function lowBalanceFunctionName(stage: { readonly name: string }): string {
  return deployedName(scheduledFunction(lowBalance), stage.name);
}

/** The queue of deliveries, by the name that those who send and the function behind it know. */
export function deliveryQueueName({ name }: { readonly name: string }): string {
  return `oriel-${name}-deliveries`;
}

/** Every secret that a function has to do with, whether it reads it or not. */
export function secretsOf({ grants, rotatesSecrets = [], seesSecrets = [] }: FunctionSpec): SecretName[] {
  return [...new Set([...grants.secrets, ...rotatesSecrets, ...seesSecrets])];
}

/** The paths of the API as a distribution tells them apart: the first part of each, with all below it. */
export function apiPathPatterns(functions: readonly FunctionSpec[]): string[] {
  const patterns = functions.flatMap(({ routes }) =>
    routes.map(({ path }) => {
      const [, first = '', ...below] = path.split('/');
      return below.length > 0 ? `/${first}/*` : `/${first}`;
    }),
  );
  return [...new Set(patterns)].sort();
}
