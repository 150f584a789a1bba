/** Pages in one folder from which on their names stand for content rather than for templates. */
const siblingThreshold = 3;
/** Folders that are compared; deeper ones count as alike. */
const deepest = 12;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;
const date = /^(?:19|20)\d\d[-_.]?(?:0?[1-9]|1[0-2])(?:[-_.]?(?:0?[1-9]|[12]\d|3[01]))?$/u;
const locale = /^[a-z]{2}(?:[-_][a-z]{2})?$/iu;

/** What an address looks like once placeholders stand for numbers, dates and ids. */
export interface UrlShape {
  /** With a closing slash. */
  readonly folder: string;
  readonly leaf: string;
  /** Of the leaf, such as `.html`. */
  readonly ending: string;
  readonly query: string;
}

/** The patterns of addresses among all that are known: a leaf becomes `{slug}` where its folder holds three or more. */
export function createPatternBook() {
  const siblings = new Map<string, number>();
  return {
    add({ folder }: UrlShape): void {
      siblings.set(folder, (siblings.get(folder) ?? 0) + 1);
    },
    /** What varies between pages of one template is a placeholder, such as `/blog/{slug}`. */
    patternOf({ folder, leaf, ending, query }: UrlShape): string {
      const isMember =
        leaf !== '' && !leaf.startsWith('{') && (siblings.get(folder) ?? 0) >= siblingThreshold;
      return `${folder}${isMember ? `{slug}${ending}` : leaf}${query}`;
    },
  };
}

export function shapeOf(url: URL): UrlShape {
  const hasSlash = url.pathname.endsWith('/') && url.pathname !== '/';
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const shaped = [...segments.slice(0, deepest), ...segments.slice(deepest).slice(-1)].map(
    (segment, index) => (index === 0 && locale.test(segment) ? segment : shapeSegment(decoded(segment))),
  );
  const leaf = shaped.pop() ?? '';
  const names = url.search === '' ? [] : [...new Set(url.searchParams.keys())].toSorted().slice(0, 6);
  return {
    folder: shaped.length === 0 ? '/' : `/${shaped.join('/')}/`,
    leaf: leaf === '' ? '' : `${leaf}${hasSlash ? '/' : ''}`,
    ending: hasSlash ? '' : (/\.\w{2,5}$/u.exec(leaf)?.[0] ?? ''),
    query: names.length === 0 ? '' : `?${names.map((name) => `${name}={}`).join('&')}`,
  };
}

/** As people read it; as written where it is no UTF-8 or would not stay one plain segment. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    return /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\p{Cf}/?#{}]/u.test(text) ? segment : text;
  } catch {
    return segment;
  }
}

function shapeSegment(segment: string): string {
  if (uuid.test(segment)) return '{uuid}';
  if (date.test(segment)) return '{date}';
  if (/^\d+$/u.test(segment)) return '{n}';
  if (/^[0-9a-f]{16,}$/iu.test(segment)) return '{id}';
  // The digits of an escaped byte are no number.
  return segment.replaceAll(/%[0-9a-f]{2}|\d{2,}/giu, (found) => (found.startsWith('%') ? found : '{n}'));
}
