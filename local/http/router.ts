import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Foundation } from '#functions/foundation.ts';
import { endpointFunctions } from '#functions/service.ts';
import { crawlingTool } from '#functions/tools/public-sites.ts';
import { servedTools } from '#functions/tools/served-tools.ts';
import { toolEndpoint } from '#functions/tools/tool-services.ts';
import { exportedName, type RoutedFunction, toolFunction } from '#shared/contract/function-contract.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { asksForPage } from '#shared/http/visitor-page.ts';

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

/**
 * Whether a request that came under this name is meant for this machine. A
 * page of the web can point a name of its own at a loopback address, and the
 * browser then takes that page and this service, with its mailbox of sign-in
 * codes, for one site. Such a name is a public one: addresses, names without a
 * dot, `.localhost`, `.local` and the name of `baseUrl` cannot be turned so.
 */
export function createOwnNames(baseUrl: string): (host: string | undefined) => boolean {
  const ownName = new URL(baseUrl).hostname;
  return (host) => {
    // Browsers always send the name.
    if (host === undefined) return true;
    const name = URL.parse(`http://${host}`)?.hostname ?? '';
    return (
      name === ownName ||
      isIP(name.replace(/^\[|\]$/gu, '')) !== 0 ||
      /^[^.]+$/u.test(name) ||
      /\.(?:localhost|local)$/u.test(name)
    );
  };
}

/** A listener at one of these is reached as `localhost`. */
const nameless = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost']);

/** The name for the host that a server listens on; others are named as they are. */
export function nameOf(host: string): string {
  if (nameless.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Where to send a browser that opened a page of this machine by its address
 * while the service goes by `localhost`: cookies, passkeys and the way back from
 * a checkout belong to one name, and browsers keep no passkeys for addresses.
 * The port is the browser's own, which a tunnel may have chosen. Undefined for
 * programs, which are answered under every name.
 */
export function otherName(request: IncomingMessage, url: URL, baseUrl: string): string | undefined {
  if (new URL(baseUrl).hostname !== 'localhost' || request.method !== 'GET' || !asksForPage(request))
    return undefined;
  const asked = URL.parse(`http://${request.headers.host ?? ''}`);
  if (asked?.hostname !== '127.0.0.1' && asked?.hostname !== '[::1]') return undefined;
  return `http://localhost${asked.port === '' ? '' : `:${asked.port}`}${url.pathname}${url.search}`;
}

/**
 * The URL that a request asks for, or undefined where its target is none. A
 * path is never read as an address: `//host/path` is a path that begins with
 * two slashes. A client may send a whole address (RFC 9112, 3.2.2); it is read
 * where its host is a name of this service.
 */
export function requestTarget(
  { url = '/' }: Pick<IncomingMessage, 'url'>,
  isOwnName: (host: string) => boolean,
): URL | undefined {
  if (url.startsWith('/')) return URL.parse(`http://localhost${url}`) ?? undefined;
  const target = /^https?:\/\//iu.test(url) ? URL.parse(url) : null;
  return target && isOwnName(target.host) ? target : undefined;
}
