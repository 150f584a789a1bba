/** Pages in one folder from which on their names stand for content rather than for templates. */
const siblingThreshold = 3;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;
const date = /^(?:19|20)\d\d[-_.]?(?:0?[1-9]|1[0-2])(?:[-_.]?(?:0?[1-9]|[12]\d|3[01]))?$/u;
const locale = /^[a-z]{2}(?:[-_][a-z]{2})?$/iu;

/** Shape of each address: what varies between pages of one template becomes a placeholder. */
export function urlPatterns(urls: readonly URL[]): readonly string[] {
  const shapes = urls.map((url) => shapeOf(url));
  const siblings = new Map<string, number>();
  for (const { folder } of shapes) siblings.set(folder, (siblings.get(folder) ?? 0) + 1);
  return shapes.map(({ folder, leaf, query }) => {
    const isMember = leaf !== '' && !leaf.startsWith('{') && (siblings.get(folder) ?? 0) >= siblingThreshold;
    const ending = /\.\w{2,5}$/u.exec(leaf)?.[0] ?? '';
    return `${folder}${isMember ? `{slug}${ending}` : leaf}${query}`;
  });
}

interface UrlShape {
  /** With a closing slash. */
  readonly folder: string;
  readonly leaf: string;
  readonly query: string;
}

function shapeOf(url: URL): UrlShape {
  const hasSlash = url.pathname.endsWith('/') && url.pathname !== '/';
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const shaped = segments.map((segment, index) =>
    index === 0 && locale.test(segment) ? segment : shapeSegment(segment),
  );
  const leaf = shaped.pop() ?? '';
  const names = [...new Set(url.searchParams.keys())].toSorted().slice(0, 6);
  return {
    folder: shaped.length === 0 ? '/' : `/${shaped.join('/')}/`,
    leaf: leaf === '' ? '' : `${leaf}${hasSlash ? '/' : ''}`,
    query: names.length === 0 ? '' : `?${names.map((name) => `${name}={}`).join('&')}`,
  };
}

function shapeSegment(segment: string): string {
  if (uuid.test(segment)) return '{uuid}';
  if (date.test(segment)) return '{date}';
  if (/^\d+$/u.test(segment)) return '{n}';
  if (/^[0-9a-f]{16,}$/iu.test(segment)) return '{id}';
  return segment.replaceAll(/\d{2,}/gu, '{n}');
}
