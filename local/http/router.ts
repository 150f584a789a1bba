import type { Foundation } from '#functions/foundation.ts';
import { endpointFunctions } from '#functions/service.ts';
import { crawlingTool } from '#functions/tools/public-sites.ts';
import { servedTools } from '#functions/tools/served-tools.ts';
import { toolEndpoint } from '#functions/tools/tool-services.ts';
import { exportedName, type RoutedFunction, toolFunction } from '#shared/contract/function-contract.ts';
import type { GatewayHandler } from '#shared/http/call.ts';

/** One line of the routing table. Paths carry parameters in braces, as the gateway writes them. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly handler: GatewayHandler;
  /** How long the function behind it may run when deployed. */
  readonly timeoutSeconds: number;
}

export type RouteMatch =
  | { readonly kind: 'found'; readonly route: Route; readonly parameters: Readonly<Record<string, string>> }
  /** `resource` is the route's path where only the method is wrong, and none of them elsewhere. */
  | { readonly kind: 'unrouted'; readonly resource: string };

/** Finds the route of a request the way the gateway does: exact segments before parameters, `{name+}` last. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => RouteMatch {
  const compiled = routes
    .map((route) => ({ route, pattern: compile(route.path), specificity: specificity(route.path) }))
    .toSorted((a, b) => b.specificity - a.specificity);
  return (method, path) => {
    const fitting = compiled.flatMap(({ route, pattern }) => {
      const groups = pattern.exec(path);
      return groups ? [{ route, parameters: decodeParameters(groups.groups) }] : [];
    });
    const wanted = method === 'HEAD' ? ['HEAD', 'GET'] : [method];
    const found = fitting.find(({ route }) => wanted.includes(route.method) || route.method === 'ANY');
    if (found) return { kind: 'found', ...found };
    return { kind: 'unrouted', resource: fitting[0]?.route.path ?? '' };
  };
}

function compile(path: string): RegExp {
  const source = path
    .split(/(\{[a-z_]+\+?\})/u)
    .map((part) => {
      const name = /^\{(?<name>[a-z_]+)(?<rest>\+?)\}$/u.exec(part)?.groups;
      if (!name) return part.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
      return `(?<${name.name}>${name.rest ? '.+' : '[^/]+'})`;
    })
    .join('');
  return new RegExp(`^${source}$`, 'u');
}

function specificity(path: string): number {
  if (path.includes('+}')) return path.length - 10_000;
  return path.length - (path.match(/\{/gu)?.length ?? 0) * 1_000;
}

function decodeParameters(groups: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups ?? {}).map(([name, value]) => {
      try {
        return [name, decodeURIComponent(value)];
      } catch {
        return [name, value];
      }
    }),
  );
}

/** The handler of one of the service's functions, from the module that its contract names. */
export async function loadFunction<Handler>(
  { name, module: path }: { readonly name: string; readonly module: string },
  foundation: Foundation,
): Promise<Handler> {
  const module: Readonly<Record<string, ((foundation: Foundation) => Handler) | undefined>> = await import(
    `#functions/${path}`
  );
  const create = module[exportedName(name)];
  if (!create) throw new Error(`functions/${path} exports no ${exportedName(name)}.`);
  return create(foundation);
}

/** Every route of the service with the function behind it, whose code is read with its first call. */
export function serviceRoutes(foundation: Foundation): Route[] {
  return [
    ...servedTools.flatMap(({ tool, logic }) =>
      routesOf(
        toolFunction(tool),
        (tool.needs.includes('crawl') ? crawlingTool(tool, async () => logic) : toolEndpoint(tool, logic))(
          foundation,
        ),
      ),
    ),
    ...endpointFunctions.flatMap((served) => {
      let loaded: Promise<GatewayHandler> | undefined;
      return routesOf(served, async (event, context) => {
        loaded ??= loadFunction<GatewayHandler>(served, foundation);
        return (await loaded)(event, context);
      });
    }),
  ];
}

function routesOf({ routes, timeoutSeconds }: RoutedFunction, handler: GatewayHandler): Route[] {
  return routes.map(({ method, path }) => ({ method, path, handler, timeoutSeconds }));
}
