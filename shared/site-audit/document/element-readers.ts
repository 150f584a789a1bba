import type { Draft, ElementReader, FormDraft, Place, TagUse } from './draft.ts';
import { isBlank, ownText, readElementText } from './element-text.ts';
import { attributeOf, type HtmlElement, isJsonLd, mostScriptCharacters } from './parse-html.ts';
import { foldSpace } from './words.ts';

/** No page that people read has more; reading each costs more than its markup does. */
const mostHeadings = 2000;

const noTokens: readonly string[] = [];
const tokens = (text: string | undefined): readonly string[] =>
  text === undefined
    ? noTokens
    : text
        .toLowerCase()
        .split(/\s+/u)
        .filter((token) => token !== '');

function readMeta(draft: Draft, element: HtmlElement, { inHead }: Place): undefined {
  const content = attributeOf(element, 'content') ?? '';
  const charset = attributeOf(element, 'charset');
  if (charset !== undefined) draft.metas.push({ name: 'charset', kind: 'charset', content: charset, inHead });
  for (const kind of ['name', 'property', 'http-equiv'] as const) {
    const name = attributeOf(element, kind)?.trim().toLowerCase();
    if (name !== undefined && name !== '') draft.metas.push({ name, kind, content, inHead });
  }
}

function readLink(draft: Draft, element: HtmlElement, { inHead }: Place): undefined {
  const rels = tokens(attributeOf(element, 'rel'));
  const href = attributeOf(element, 'href') ?? '';
  draft.links.push({ rels, href, hreflang: attributeOf(element, 'hreflang'), inHead });
  if (href !== '' && rels.some((rel) => rel === 'stylesheet' || rel === 'preload' || rel === 'modulepreload'))
    draft.subresources.push({ tag: 'link', url: href });
}

function readScript(draft: Draft, element: HtmlElement, { inHead }: Place): undefined {
  const src = attributeOf(element, 'src');
  const type = attributeOf(element, 'type')?.trim() ?? '';
  const isBlocking =
    inHead &&
    !/^module$/iu.test(type) &&
    attributeOf(element, 'async') === undefined &&
    attributeOf(element, 'defer') === undefined;
  if (src !== undefined) draft.subresources.push({ tag: 'script', url: src, isBlocking });
  if (isJsonLd(type)) draft.jsonLd.push(ownText(element));
  else if (src === undefined)
    draft.scriptTarget ??= scriptTargetIn(ownText(element).slice(0, mostScriptCharacters));
}

/** `location = '…'` in its spellings, of the window that shows the page. */
function scriptTargetIn(script: string): string | undefined {
  const moved =
    /(?:^|[\s;{(])(?:window\.|document\.|top\.|self\.|parent\.)?location(?:\.href)?\s*=\s*(["'])([^"']{1,2048})\1/u.exec(
      script,
    ) ?? /(?:^|[\s;{(.])location\.(?:replace|assign)\(\s*(["'])([^"']{1,2048})\1\s*\)/u.exec(script);
  return moved?.[2];
}

const buttonMarks = new Set(['id', 'name', 'onclick', 'role', 'aria-hidden']);

function readAnchor(draft: Draft, element: HtmlElement, place: Place): Place | undefined {
  const { text, imageAlt, imageCount } = readElementText(element);
  const ariaLabel = foldSpace(attributeOf(element, 'aria-label') ?? '');
  const named = ariaLabel || text || imageAlt;
  const title = foldSpace(attributeOf(element, 'title') ?? '');
  const name = attributeOf(element, 'name');
  if (name !== undefined) draft.anchorNames.add(name);
  draft.anchors.push({
    href: attributeOf(element, 'href'),
    label: named || title,
    text,
    rels: tokens(attributeOf(element, 'rel')),
    hasRole: attributeOf(element, 'role') !== undefined,
    target: attributeOf(element, 'target')?.toLowerCase(),
    hasImage: imageCount > 0,
    isTargetOrButton: element.attrs.some(isButtonMark),
    isHidden: place.isHidden,
  });
  // A label or a title names the link just as the image's text would.
  const isImageLink = imageCount > 0 && ariaLabel === '' && text === '' && title === '';
  return isImageLink ? { ...place, isImageLink } : undefined;
}

const isButtonMark = ({ name, value }: HtmlElement['attrs'][number]) =>
  buttonMarks.has(name) ||
  (name === 'class' && /toggle|burger|menu-(?:button|btn)|(?:button|btn)-menu/iu.test(value)) ||
  (name.startsWith('data-') && /popup|modal|toggle/iu.test(`${name} ${value.slice(0, 40)}`));

/** Not shown, or a dot of one pixel that counts visits. `style` is that of the element. */
function isUnseen(element: HtmlElement, style: string): boolean {
  if (/display\s*:\s*none|visibility\s*:\s*hidden/iu.test(style)) return true;
  const width = Number.parseFloat(attributeOf(element, 'width') ?? styledWidth.exec(style)?.[1] ?? '');
  const height = Number.parseFloat(attributeOf(element, 'height') ?? styledHeight.exec(style)?.[1] ?? '');
  return (width <= 1 || height <= 1) && !(width > 1 || height > 1);
}

const styledWidth = /(?:^|[;\s])width\s*:\s*([\d.]+)(?:px)?\s*(?:;|!|$)/iu;
const styledHeight = /(?:^|[;\s])height\s*:\s*([\d.]+)(?:px)?\s*(?:;|!|$)/iu;

/** An image of this width fills a phone's screen. */
const largeImagePx = 400;

function readImage(draft: Draft, element: HtmlElement, place: Place): undefined {
  const src = attributeOf(element, 'src') ?? attributeOf(element, 'data-src') ?? '';
  const width = attributeOf(element, 'width');
  const height = attributeOf(element, 'height');
  const role = attributeOf(element, 'role');
  const style = attributeOf(element, 'style') ?? '';
  if (attributeOf(element, 'src') !== undefined) draft.subresources.push({ tag: 'img', url: src });
  draft.images.push({
    src,
    alt: attributeOf(element, 'alt'),
    isLazy: attributeOf(element, 'loading')?.toLowerCase() === 'lazy',
    isPreferred: attributeOf(element, 'fetchpriority')?.toLowerCase() === 'high',
    isLarge: Number.parseInt(width ?? '', 10) >= largeImagePx,
    inMain: place.isMain,
    hasSourceSet: element.attrs.some(({ name, value }) => value !== '' && /^(?:srcset|data-.*)$/u.test(name)),
    hasDimensions: (width !== undefined && height !== undefined) || /aspect-ratio|width\s*:/iu.test(style),
    isHidden:
      role === 'presentation' ||
      role === 'none' ||
      attributeOf(element, 'aria-hidden') === 'true' ||
      attributeOf(element, 'hidden') !== undefined ||
      isUnseen(element, style),
    isOnlyLinkContent: place.isImageLink,
    inPicture: place.inPicture,
  });
}

function readForm(draft: Draft, element: HtmlElement, place: Place): Place {
  const form: FormDraft = {
    action: attributeOf(element, 'action'),
    hasPassword: false,
    hasSearch: attributeOf(element, 'role') === 'search',
    hasEmail: false,
    hasTextArea: false,
  };
  draft.forms.push(form);
  return { ...place, form };
}

function readInput(draft: Draft, element: HtmlElement, { form }: Place): undefined {
  const type = attributeOf(element, 'type')?.toLowerCase();
  const name = attributeOf(element, 'name')?.toLowerCase();
  let target = form;
  if (target === undefined && type === 'password') {
    target = { action: undefined, hasPassword: true, hasSearch: false, hasEmail: false, hasTextArea: false };
    draft.forms.push(target);
  }
  if (target === undefined) return;
  target.hasPassword ||= type === 'password';
  target.hasSearch ||= type === 'search' || name === 'q' || name === 's' || name === 'query';
  target.hasEmail ||= type === 'email' || name === 'email';
}

function readHeading(draft: Draft, element: HtmlElement): undefined {
  if (draft.headings.length >= mostHeadings) return;
  const { text, imageAlt } = readElementText(element);
  draft.headings.push({ level: Number(element.tagName[1]), text, imageAlt });
}

/** Elements that load something, and the attribute that says what. */
function readLoader(attribute: string): ElementReader {
  return (draft, element, place) => {
    const url = attributeOf(element, attribute);
    if (url !== undefined && url !== '') draft.subresources.push({ tag: element.tagName, url });
    if (element.tagName === 'iframe') draft.iframes.push({ src: url ?? '', inMain: place.isMain });
    if (element.tagName === 'frame' && url !== undefined) draft.frames.push(url);
    return undefined;
  };
}

/** Types of content that plugins showed, and the class ids of Flash, Java and Silverlight for old browsers. */
const pluginType =
  /shockwave|futuresplash|silverlight|java-applet|x-java|x-director|d27cdb6e-ae6d-11cf-96b8-444553540000|8ad9c840-044e-11d1-b3e9-00805f499d93/iu;

/** An `object` or `embed`: what it loads, and whether a plugin has to show it. */
function readPlugin(attribute: string): ElementReader {
  const load = readLoader(attribute);
  return (draft, element, place) => {
    load(draft, element, place);
    const type = `${attributeOf(element, 'type') ?? ''} ${attributeOf(element, 'classid') ?? ''}`.trim();
    if (pluginType.test(type)) draft.plugins.push(`${element.tagName} ${type}`);
    return element.tagName === 'object' ? { ...place, isSilent: true } : undefined;
  };
}

const frame: ElementReader = (_draft, _element, place) =>
  place.isMain ? undefined : { ...place, isFrame: true };
/** The header of an article is its beginning; of the page it is a frame (HTML-AAM). */
const header: ElementReader = (draft, element, place) =>
  place.isSection ? undefined : frame(draft, element, place);
const section: ElementReader = (_draft, _element, place) =>
  place.isSection ? undefined : { ...place, isSection: true };
const silence: ElementReader = (_draft, _element, place) => ({ ...place, isSilent: true });
/** Elements in which frameworks mount a page that scripts build. */
const mount: ElementReader = (draft, element) => {
  if (isBlank(element)) draft.emptyRoot ??= element.tagName;
  return undefined;
};

const inlineTags = new Set(
  'abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** What is known of elements of a name, which is looked up once for each element. */
export function tagUse({ tags }: Draft, name: string): TagUse {
  const known = tags.get(name);
  if (known !== undefined) return known;
  const use = { count: 0, read: elementReaders.get(name), isInline: inlineTags.has(name) };
  tags.set(name, use);
  return use;
}

/** How each element of interest is read, by tag name; the others only add to counts and text. */
const elementReaders: ReadonlyMap<string, ElementReader> = new Map<string, ElementReader>([
  [
    'html',
    (draft, element) => {
      draft.lang = attributeOf(element, 'lang') ?? attributeOf(element, 'xml:lang');
      return undefined;
    },
  ],
  ['head', (_draft, _element, place) => ({ ...place, inHead: true, isSilent: true })],
  ['body', (_draft, _element, place) => ({ ...place, isSilent: false })],
  [
    'base',
    (draft, element) => {
      draft.baseHref ??= attributeOf(element, 'href');
      return undefined;
    },
  ],
  [
    'title',
    (draft, element, { inHead }) => {
      draft.titles.push({ text: foldSpace(ownText(element)), inHead });
      return undefined;
    },
  ],
  ['meta', readMeta],
  ['link', readLink],
  [
    'script',
    (draft, element, place) => {
      readScript(draft, element, place);
      return { ...place, isSilent: true };
    },
  ],
  ...['style', 'template', 'noscript', 'canvas', 'video', 'audio', 'select', 'datalist', 'noframes'].map(
    (tag) => [tag, silence] as const,
  ),
  ...['nav', 'footer', 'aside'].map((tag) => [tag, frame] as const),
  ['header', header],
  ...['article', 'section'].map((tag) => [tag, section] as const),
  ...['pre', 'code'].map(
    (tag) =>
      [tag, (_draft: Draft, _element: HtmlElement, place: Place) => ({ ...place, isCode: true })] as const,
  ),
  ...['app-root', 'ember-app', 'my-app'].map((tag) => [tag, mount] as const),
  ['main', (_draft, _element, place) => ({ ...place, isMain: true, isFrame: false })],
  ['a', readAnchor],
  ['img', readImage],
  ['picture', (_draft, _element, place) => ({ ...place, inPicture: true })],
  ['form', readForm],
  ['input', readInput],
  [
    'textarea',
    (_draft, _element, place) => {
      if (place.form !== undefined) place.form.hasTextArea = true;
      return { ...place, isSilent: true };
    },
  ],
  ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, readHeading] as const),
  ['iframe', readLoader('src')],
  ['frame', readLoader('src')],
  ['embed', readPlugin('src')],
  ['object', readPlugin('data')],
  ['source', readLoader('src')],
  ['track', readLoader('src')],
]);
