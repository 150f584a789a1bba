import type { EndpointContract, HttpMethod } from './endpoint.ts';
import { endpointGrants, type Grants, type KeptSecretName, toolGrants } from './grants.ts';
import { type ToolContract, toolPaths, toolTimeoutSeconds } from './tool.ts';

/** A function that another one starts and does not wait for: no route, no caller, no charge. */
export interface BackgroundFunction {
  /** Name in logs and alarms, such as `run-import`. */
  readonly name: string;
  readonly summary: string;
  /** Module with its code below `functions/`, which exports it under its name in camel case. */
  readonly module: string;
  readonly grants: Partial<Grants>;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Is handed what others have put in the queue of deliveries, instead of being started by them. */
  readonly readsQueue?: boolean;
  /** Sends mail through SES. */
  readonly sendsMail?: boolean;
}

/** A function that a clock or the secret store calls: no route, no caller, no charge. */
export interface ScheduledFunction {
  /** Name in logs and alarms, such as `sweep`. */
  readonly name: string;
  readonly summary: string;
  /** Module with its code below `functions/`, which exports it under its name in camel case. */
  readonly module: string;
  /** Of the clock; absent where the secret store calls. */
  readonly everyMinutes?: number;
  /** Secrets that it renews when the secret store says so. */
  readonly rotatesSecrets?: readonly KeptSecretName[];
  /** Secrets whose age it may see, but not what they hold. */
  readonly seesSecrets?: readonly KeptSecretName[];
  /** Writes log lines that alarms count. Functions that write records do so anyway. */
  readonly reportsSignals?: boolean;
  readonly grants: Partial<Grants>;
  readonly timeoutSeconds: number;
  /** More than the others have, in megabytes. */
  readonly memoryMb?: number;
  /** Has the calls of all accounts read by another function, part by part. */
  readonly readsInShards?: boolean;
  /** Puts deliveries in their queue. */
  readonly queuesDeliveries?: boolean;
  /** Sends mail through SES. */
  readonly sendsMail?: boolean;
  /** Charges calls, and starts the mail of those that take a balance to its mark. */
  readonly tellsLowBalance?: boolean;
  /** Calls the function that opens pages in a browser. */
  readonly opensPages?: boolean;
  /** Gets the share of the revenue from which upstream cost raises an alarm. */
  readonly watchesMargin?: boolean;
}

/** One function of the API: its code, what reaches it and what it may touch. Tools and endpoints become one; others are written as one. */
export interface RoutedFunction {
  /** Kebab-case; names the bundle and the deployed function. */
  readonly name: string;
  /** Module with its code below `functions/`, which exports it under its name in camel case. */
  readonly module: string;
  readonly description: string;
  readonly routes: readonly FunctionRoute[];
  readonly grants: Partial<Grants>;
  readonly timeoutSeconds: number;
  /** More than the others have, in megabytes. */
  readonly memoryMb?: number;
  /** Sends mail through SES. */
  readonly sendsMail?: boolean;
  /** Calls functions past their aliases, and tells CodeDeploy what came of it. */
  readonly checksDeployments?: boolean;
  /** Starts the function that imports uploads. */
  readonly startsImports?: boolean;
  /** Charges calls, and starts the mail of those that take a balance to its mark. */
  readonly tellsLowBalance?: boolean;
  /** Keeps class and function names in the bundle; libraries that look at their own names break without. */
  readonly keepNames?: boolean;
  /** Has Chromium beside its code, which is made for x86 alone, and a process of its own to drive it. */
  readonly bringsBrowser?: boolean;
  /** Calls the function that opens pages in a browser. */
  readonly opensPages?: boolean;
  /** Calls the function that reads documents of agents' clients. */
  readonly readsClientMetadata?: boolean;
  /** Gets the list of clients that may not be led to a checkout. */
  readonly refusesCheckouts?: boolean;
  /** Passes its answers on piece by piece; its handler is wrapped by `streamAnswers`. */
  readonly streams?: boolean;
}

export interface FunctionRoute {
  readonly method: HttpMethod | 'OPTIONS';
  /** Path with parameters in braces, as the gateway writes them. */
  readonly path: `/${string}`;
}

export function toolFunction(tool: ToolContract): RoutedFunction {
  const name = kebabCase(tool.name);
  return {
    name,
    module: `tools/${name}/logic.ts`,
    description: tool.summary,
    routes: toolPaths(tool).map((path) => ({ method: 'POST', path })),
    grants: toolGrants(tool),
    timeoutSeconds: tool.timeoutSeconds ?? toolTimeoutSeconds,
    ...(tool.credits > 0 && { tellsLowBalance: true }),
    ...(tool.needs.includes('crawl') && { opensPages: true }),
  };
}

export function endpointFunction(endpoint: EndpointContract): RoutedFunction {
  return {
    name: kebabCase(endpoint.name),
    module: endpoint.module,
    description: endpoint.summary,
    routes: endpoint.methods.map((method) => ({ method, path: endpoint.path })),
    grants: endpointGrants(endpoint),
    timeoutSeconds: endpoint.timeoutSeconds ?? 10,
    ...(endpoint.sendsMail && { sendsMail: true }),
    ...(endpoint.startsImports && { startsImports: true }),
  };
}

/** The name of folders, bundles and deployed functions, of a name on the wire. */
export function kebabCase(name: string): string {
  return name.replaceAll('_', '-');
}

/** The name under which a module exports the contract or the code of a function. */
export function exportedName(name: string): string {
  return name.replaceAll(/[-_](?<first>[a-z])/gu, (_match, first: string) => first.toUpperCase());
}

/** Where sites look for the keys of a `Signature-Agent` (Web Bot Auth, IANA's registry of well-known URIs). */
export const keyDirectoryPath = '/.well-known/http-message-signatures-directory';
