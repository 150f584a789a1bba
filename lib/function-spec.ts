import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { type KeptSecretName, type SecretName, toolGrants } from '#shared/contract/grants.ts';
import type { RoutedFunction } from '#shared/contract/routed-function.ts';
import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';
import { type ToolContract, toolPath, toolTimeoutSeconds } from '#shared/contract/tool.ts';

/** Which template a function is in: what callers pay for, whatever else the API leads to, or what no route reaches. */
type FunctionGroup = 'tools' | 'endpoints' | 'upkeep';

/** One Lambda: which code it runs, what reaches it, and all that it may touch. */
export interface FunctionSpec extends RoutedFunction {
  readonly group: FunctionGroup;
  /** Whether calls of it cost money or quota upstream. */
  readonly asksUpstream?: boolean;
  /** Called by a clock instead of a route. */
  readonly everyMinutes?: number;
  /** Called by the secret store, to renew these. */
  readonly rotatesSecrets?: readonly KeptSecretName[];
  readonly seesSecrets?: readonly KeptSecretName[];
  readonly reportsSignals?: boolean;
  /** Gets the share of the revenue from which upstream cost raises an alarm. */
  readonly watchesMargin?: boolean;
}

/** API Gateway gives up at 29 s; functions end before, so that the answer is always ours. */
const longestTimeoutSeconds = 28;

export function toolFunction(tool: ToolContract): FunctionSpec {
  const name = kebabCase(tool.name);
  return checked({
    name,
    group: 'tools',
    folder: `tools/${name}`,
    description: tool.summary,
    routes: [{ method: 'POST', path: toolPath(tool) }],
    grants: toolGrants(tool),
    timeoutSeconds: tool.timeoutSeconds ?? toolTimeoutSeconds,
    asksUpstream: tool.needs.includes('upstream'),
  });
}

export function endpointFunction(endpoint: EndpointContract): FunctionSpec {
  return checked({
    name: kebabCase(endpoint.name),
    group: 'endpoints',
    folder: endpoint.folder,
    description: endpoint.summary,
    routes: endpoint.methods.map((method) => ({ method, path: endpoint.path })),
    grants: endpoint.grants,
    timeoutSeconds: endpoint.timeoutSeconds ?? 10,
  });
}

export function scheduledFunction(scheduled: ScheduledFunction): FunctionSpec {
  const { summary, ...spec } = scheduled;
  return { ...spec, group: 'upkeep', description: summary, routes: [] };
}

export function routedFunction(routed: RoutedFunction): FunctionSpec {
  return checked({ ...routed, group: 'endpoints' });
}

/**
 * The name that its function, and with `-errors` its alarm, has in the account. The group is part of it:
 * what moves to another template is made there before it is taken away here, which two of one name could not.
 */
export function deployedName({ group, name }: FunctionSpec, stageName: string): string {
  return `oriel-${stageName}-${group}-${name}`;
}

/** Every secret that a function has to do with, whether it reads it or not. */
export function secretsOf({ grants, rotatesSecrets = [], seesSecrets = [] }: FunctionSpec): SecretName[] {
  return [...new Set([...grants.secrets, ...rotatesSecrets, ...seesSecrets])];
}

/** Path of the module that exports `handler`, from the repository's root. */
export function handlerPath(spec: FunctionSpec): string {
  return `functions/${spec.folder}/handler.ts`;
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

function checked(spec: FunctionSpec): FunctionSpec {
  if (spec.timeoutSeconds > longestTimeoutSeconds)
    throw new Error(`${spec.name} asks for ${spec.timeoutSeconds} s; the gateway allows less than 29 s.`);
  return spec;
}

function kebabCase(name: string): string {
  return name.replaceAll('_', '-');
}
