import type { DecodedHtml } from './decode-html.ts';
import { createDraft, type Draft, outside, type Place } from './draft.ts';
import { elementReaders } from './element-readers.ts';
import { fingerprintText } from './fingerprint.ts';
import { isAnnotation, readItem } from './item-reader.ts';
import type { Forwarding, MetaTag, WholePage } from './page-document.ts';
import {
  attributeOf,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isHtmlElement,
  parseHtml,
} from './parse-html.ts';
import { strayHeadTags } from './stray-head-tags.ts';
import { countWords, foldSpace } from './words.ts';

/** Elements within a line of text; all others separate words. */
const inlineTags = new Set(
  'abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** Elements that HTML no longer has (HTML standard, 16.2) and that change how a page looks or works. */
const obsoleteTags = new Set(
  'acronym applet basefont bgsound big blink center dir font frame frameset isindex keygen listing marquee noframes plaintext spacer strike tt xmp'.split(
    ' ',
  ),
);
/** Ids and elements in which frameworks mount a page that scripts build. */
const mountIds = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'q-app',
  'svelte',
  'main-app',
  'react-root',
  'application',
]);
const mountTags = new Set(['app-root', 'ember-app', 'my-app']);
/** A page with a script that sends readers on and fewer words than this is a redirect. */
const fewestWords = 20;
/** Levels below `<body>` that tell templates apart; deeper ones vary with the content. */
const skeletonDepth = 9;
const skeletonSize = 600;

/** Reads a decoded page. Throws a TooManyElementsError on markup that multiplies itself. */
export function readDocument(html: DecodedHtml, htmlBytes: number): WholePage {
  const { document, elementCount, bodyTags } = parseHtml(html.text);
  const draft = createDraft();
  walk(document, draft);
  const {
    mainText: main,
    contentText: content,
    frameText: frame,
    ids,
    anchorNames,
    scriptTarget,
    codeText,
    hiddenText,
    ...facts
  } = draft;
  const within = folded(main);
  const mainText = within || folded(content);
  const otherText = folded(within === '' ? frame : [...content, ' ', ...frame]);
  // Its words are read once, for the fingerprint and to be counted.
  const fingerprint = fingerprintText(mainText);
  const otherWordCount = countWords(otherText);
  return {
    ...facts,
    doctype: doctypeOf(document),
    duplicateIds: [...draft.duplicateIds].slice(0, 20),
    fragmentTargets: ids.union(anchorNames),
    obsoleteTags: [...draft.tagCounts.keys()].filter((tag) => obsoleteTags.has(tag)),
    strayHeadTags: strayHeadTags(html.text),
    leadingText: leadingTextOf(html.text),
    forwarding:
      fingerprint.wordCount + otherWordCount < fewestWords
        ? forwardingOf(draft.metas, scriptTarget)
        : undefined,
    elementCount,
    bodyTags,
    mainText,
    otherText,
    codeText: folded(codeText),
    hiddenText: folded(hiddenText),
    wordCount: fingerprint.wordCount + otherWordCount,
    mainWordCount: fingerprint.wordCount,
    fingerprint,
    htmlBytes,
    encoding: html.encoding,
    headerCharset: html.headerCharset,
    isEncodingDeclared: html.isDeclared,
  };
}

/** A refresh without delay is a redirect to search engines; one with a delay leaves the page its readers. */
function forwardingOf(metas: readonly MetaTag[], scriptTarget: string | undefined): Forwarding | undefined {
  const refresh = metas.find(({ kind, name }) => kind === 'http-equiv' && name === 'refresh')?.content;
  const to = /^\s*0*(?:\.0*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/iu.exec(refresh ?? '')?.[1];
  if (to !== undefined) return { by: 'meta refresh', to: to.trim() };
  return scriptTarget === undefined ? undefined : { by: 'script', to: scriptTarget };
}

/** An element whose children are being visited; its place among the levels is how deep they stand. */
interface Level {
  nodes: readonly HtmlNode[];
  next: number;
  /** That of the children. */
  place: Place;
  /** Its end parts words. */
  isBlock: boolean;
}

/** Visits every node once, without recursion: pages may nest as deep as they are long. Levels are used again. */
function walk(document: HtmlDocument, draft: Draft): void {
  const levels: Level[] = [{ nodes: document.childNodes, next: 0, place: outside, isBlock: false }];
  let depth = 0;
  for (let level = levels[depth]; level !== undefined; level = levels[depth]) {
    const node = level.nodes[level.next];
    level.next += 1;
    if (node === undefined) {
      depth -= 1;
      if (level.isBlock) partWords(draft, level.place);
    } else if (isElement(node)) {
      depth += 1;
      levels[depth] = visitElement(draft, node, level.place, { depth: depth - 1, spent: levels[depth] });
    } else if ('value' in node) addText(draft, node.value, level.place);
  }
}

interface Visiting {
  readonly depth: number;
  readonly spent: Level | undefined;
}

function visitElement(draft: Draft, element: HtmlElement, place: Place, { depth, spent }: Visiting): Level {
  const tag = element.tagName;
  const isHtml = isHtmlElement(element);
  const isBlock = isHtml && !inlineTags.has(tag);
  draft.depth = Math.max(draft.depth, depth);
  let inner = isHtml
    ? (elementReaders.get(tag)?.(draft, element, place) ?? place)
    : { ...place, isSilent: true };
  if (isHtml) {
    draft.tagCounts.set(tag, (draft.tagCounts.get(tag) ?? 0) + 1);
    inner = readAttributes(draft, element, inner);
  }
  const pathHash =
    isBlock && tag !== 'a' && !place.inHead ? addToSkeleton(draft, element, place, depth) : place.pathHash;
  if (isBlock) partWords(draft, inner);
  const level = spent ?? { nodes: [], next: 0, place: inner, isBlock };
  level.nodes = element.childNodes;
  level.next = 0;
  // Of most elements it is that of the one around them.
  level.place = pathHash === inner.pathHash ? inner : { ...inner, pathHash };
  level.isBlock = isBlock;
  return level;
}

/** Attributes that any element may carry. */
function readAttributes(draft: Draft, element: HtmlElement, place: Place): Place {
  if (mountTags.has(element.tagName) && isBlank(element)) draft.emptyRoot ??= element.tagName;
  let inner = place;
  let isAnnotated = false;
  for (const { name, value } of element.attrs) {
    inner = readAttribute(draft, element, name, value, inner);
    isAnnotated ||= isAnnotation(name);
  }
  return isAnnotated ? readItem(draft, element, inner) : inner;
}

function readAttribute(draft: Draft, element: HtmlElement, name: string, value: string, place: Place): Place {
  switch (name) {
    case 'id':
      if (value !== '') noteId(draft, element, value);
      return place;
    case 'hidden':
      return { ...place, isSilent: true };
    case 'role':
      return placeOfRole(value, place);
    case 'style':
      return place.isHidden || !isKeptFromReaders(element, value) ? place : { ...place, isHidden: true };
    default:
      return place;
  }
}

/** Names by which a script or a style sheet finds what it opens. */
const handles = new Set(['id', 'class', 'role', 'hidden']);

/** Outside the screen or without height for everybody, or not shown and without a name by which a script could open it. */
function isKeptFromReaders({ attrs }: HtmlElement, style: string): boolean {
  if (/(?:left|top|text-indent)\s*:\s*-\d{4,}|font-size\s*:\s*0(?:px)?\s*(?:;|!|$)/iu.test(style))
    return true;
  if (!/display\s*:\s*none|visibility\s*:\s*hidden/iu.test(style)) return false;
  return !attrs.some(({ name }) => handles.has(name) || /^(?:aria|data)-|^[@:]|^(?:v|x|ng)-/u.test(name));
}

function noteId(draft: Draft, element: HtmlElement, id: string): void {
  if (draft.ids.has(id)) draft.duplicateIds.add(id);
  else draft.ids.add(id);
  if (mountIds.has(id) && isBlank(element)) draft.emptyRoot ??= `#${id}`;
}

const frameRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary']);

function placeOfRole(role: string, place: Place): Place {
  if (role === 'main') return { ...place, isMain: true, isFrame: false };
  return frameRoles.has(role) && !place.isMain ? { ...place, isFrame: true } : place;
}

/** Whether an element holds nothing to read: no element but scripts and styles, no text. */
function isBlank(element: HtmlElement): boolean {
  return element.childNodes.every(
    (node) =>
      node.nodeName === '#comment' ||
      node.nodeName === 'script' ||
      node.nodeName === 'style' ||
      node.nodeName === 'noscript' ||
      ('value' in node && node.value.trim() === ''),
  );
}

function addText(draft: Draft, text: string, place: Place): void {
  if (place.isSilent) return;
  if (place.isCode) draft.codeText.push(text);
  if (place.isHidden) draft.hiddenText.push(text);
  if (place.isMain) draft.mainText.push(text);
  else if (place.isFrame) draft.frameText.push(text);
  else draft.contentText.push(text);
}

/** Words before and behind a block that is shown are two, in whichever part of the page the block stands. */
function partWords(draft: Draft, place: Place): void {
  if (place.isSilent) return;
  part(draft.mainText);
  part(draft.contentText);
  part(draft.frameText);
  part(draft.hiddenText);
}

function part(pieces: string[]): void {
  if (pieces.at(-1) !== ' ') pieces.push(' ');
}

const folded = (pieces: readonly string[]): string => foldSpace(pieces.join(''));

function addToSkeleton(draft: Draft, element: HtmlElement, place: Place, depth: number): number {
  if (depth > skeletonDepth || draft.skeleton.size >= skeletonSize) return place.pathHash;
  const firstClass = attributeOf(element, 'class')?.trim().split(/\s/u, 1)[0] ?? '';
  const name = `${element.tagName}.${firstClass.replaceAll(/\d+/gu, '')}`;
  let hash = place.pathHash;
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  draft.skeleton.add(hash);
  return hash;
}

/** White space, a byte order mark and comments may stand before the markup; text may not. */
function leadingTextOf(html: string): string | undefined {
  const text = /^(?:\s|\uFEFF|<!--[\s\S]*?-->)*([^\s<\uFEFF][^<]{0,80})/u.exec(html.slice(0, 4000))?.[1];
  return text === undefined || !html.includes('<') ? undefined : foldSpace(text);
}

function doctypeOf(document: HtmlDocument): string | undefined {
  for (const node of document.childNodes)
    if (node.nodeName === '#documentType' && 'name' in node) return node.name;
  return undefined;
}
