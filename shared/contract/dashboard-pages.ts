/**
 * The pages of the dashboard by the first part of their address, with how many
 * parts may follow it: `/explorer/{tool}/{request id}`. The app draws them, the
 * build writes a document for each, and one machine and the distribution answer
 * every other address with 404.
 */
export const dashboardPages = {
  '': 0,
  'sign-in': 0,
  explorer: 2,
  sites: 1,
  trackers: 1,
  crawls: 1,
  shared: 0,
  keys: 0,
  connect: 0,
  activity: 0,
  events: 0,
  destinations: 0,
  billing: 1,
  people: 0,
  invitation: 0,
  account: 0,
} as const;

export type DashboardSection = keyof typeof dashboardPages;
/** A path that leads to one of them. */
export type DashboardPath = `/${DashboardSection}` | `/${Exclude<DashboardSection, ''>}${'/' | '?'}${string}`;

const sections = new Map<string, DashboardSection>(
  Object.keys(dashboardPages).flatMap((name) => (isSection(name) ? [[name, name]] : [])),
);

function isSection(name: string): name is DashboardSection {
  return name in dashboardPages;
}

/** The page at a path, and undefined where there is none. A slash at the end changes nothing. */
export function dashboardSection(path: string): DashboardSection | undefined {
  const [first = '', ...rest] = path.replace(/^\//u, '').replace(/\/+$/u, '').split('/');
  const section = sections.get(first);
  return section !== undefined && rest.length <= dashboardPages[section] ? section : undefined;
}

/** The document that the build writes for a page. */
export function dashboardDocument(section: DashboardSection | undefined): string {
  if (section === undefined) return '/404.html';
  return section === '' ? '/index.html' : `/${section}.html`;
}

/** What the distribution says of itself and of the caller, on every request that it passes on. */
export const originSecretHeader = 'x-origin-verify';
/** Written by `lib/edge/viewer-request.js` over whatever the caller sent under this name. */
export const viewerAddressHeader = 'x-viewer-address';

/** Bodies of the API from so many bytes on travel as gzip to callers that name it in `Accept-Encoding`. */
export const compressedFromBytes = 1024;

/**
 * Headers of the dashboard's pages, here and in the distribution. Scripts come
 * from this origin only and never inline. Styles may be inline: the component
 * library writes its variables that way, and a style cannot read or send
 * anything that `connect-src` and `img-src` do not allow. Where uploads go to a
 * bucket, pages may send to its origin as well.
 */
export function dashboardHeaders(uploadOrigin?: string) {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self'",
      "font-src 'self'",
      ["connect-src 'self'", ...(uploadOrigin === undefined ? [] : [uploadOrigin])].join(' '),
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self)',
  } as const;
}
