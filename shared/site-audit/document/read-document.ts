import { createDraft, type Draft, outside, type Place, type TextPieces } from './draft.ts';
import { tagUse } from './element-readers.ts';
import { isBlank } from './element-text.ts';
import { fingerprintText } from './fingerprint.ts';
import { annotations, readItem } from './item-reader.ts';
import type { Forwarding, MetaTag, WholePage } from './page-document.ts';
import {
  attributeOf,
  type DecodedHtml,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isHtmlElement,
  parseHtml,
  strayHeadTags,
} from './parse-html.ts';
import { countWords, foldSpace } from './words.ts';

/** Elements that HTML no longer has (HTML standard, 16.2) and that change how a page looks or works. */
const obsoleteTags = new Set(
  'acronym applet basefont bgsound big blink center dir font frame frameset isindex keygen listing marquee noframes plaintext spacer strike tt xmp'.split(
    ' ',
  ),
);
/** Ids of elements in which frameworks mount a page that scripts build. */
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
    tags,
    partings: _partings,
    ...facts
  } = draft;
  const within = folded(main.pieces);
  const mainText = within || folded(content.pieces);
  const otherText = folded(within === '' ? frame.pieces : [...content.pieces, ' ', ...frame.pieces]);
  // Its words are read once, for the fingerprint and to be counted.
  const fingerprint = fingerprintText(mainText);
  const otherWordCount = countWords(otherText);
  return {
    ...facts,
    doctype: doctypeOf(document),
    duplicateIds: [...draft.duplicateIds].slice(0, 20),
    fragmentTargets: ids.union(anchorNames),
    tagCounts: new Map(tags.entries().map(([tag, { count }]) => [tag, count])),
    obsoleteTags: [...tags.keys()].filter((tag) => obsoleteTags.has(tag)),
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
    hiddenText: folded(hiddenText.pieces),
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
  /** Hash of the element path down to here; below the depth that counts, that of its last level. */
  pathHash: number;
}

/** Visits every node once, without recursion: pages may nest as deep as they are long. Levels are used again. */
function walk(document: HtmlDocument, draft: Draft): void {
  const levels: Level[] = [
    { nodes: document.childNodes, next: 0, place: outside, isBlock: false, pathHash: 17 },
  ];
  let depth = 0;
  for (let level = levels[depth]; level !== undefined; level = levels[depth]) {
    const node = level.nodes[level.next];
    level.next += 1;
    if (node === undefined) {
      depth -= 1;
      if (level.isBlock) partWords(draft, level.place);
    } else if (isElement(node)) {
      depth += 1;
      levels[depth] = visitElement(draft, node, level, { depth: depth - 1, spent: levels[depth] });
    } else if ('value' in node) addText(draft, node.value, level.place);
  }
}

interface Visiting {
  readonly depth: number;
  readonly spent: Level | undefined;
}

function visitElement(draft: Draft, element: HtmlElement, outer: Level, { depth, spent }: Visiting): Level {
  const { place } = outer;
  const level = spent ?? { ...outer };
  level.nodes = element.childNodes;
  level.next = 0;
  level.pathHash = outer.pathHash;
  level.isBlock = false;
  if (depth > draft.depth) draft.depth = depth;
  if (!isHtmlElement(element)) {
    level.place = place.isSilent ? place : { ...place, isSilent: true };
    return level;
  }
  const tag = tagUse(draft, element.tagName);
  tag.count += 1;
  level.place = readAttributes(draft, element, tag.read?.(draft, element, place) ?? place);
  if (tag.isInline) return level;
  level.isBlock = true;
  if (element.tagName !== 'a' && !place.inHead)
    level.pathHash = addToSkeleton(draft, element, outer.pathHash, depth);
  partWords(draft, level.place);
  return level;
}

/** Attributes that any element may carry. */
function readAttributes(draft: Draft, element: HtmlElement, place: Place): Place {
  let inner = place;
  let isAnnotated = false;
  for (const { name, value } of element.attrs) {
    const read = attributeReaders.get(name);
    if (read === undefined) continue;
    inner = read(inner, value, element, draft);
    isAnnotated ||= read === annotate;
  }
  return isAnnotated ? readItem(draft, element, inner) : inner;
}

/** Gives the place of the element's children. */
type AttributeReader = (place: Place, value: string, element: HtmlElement, draft: Draft) => Place;

/** What they say together is read once for an element. */
const annotate: AttributeReader = (place) => place;

const attributeReaders: ReadonlyMap<string, AttributeReader> = new Map<string, AttributeReader>([
  ['id', noteId],
  ['hidden', (place) => ({ ...place, isSilent: true })],
  ['role', placeOfRole],
  [
    'style',
    (place, value, element) =>
      place.isHidden || !isKeptFromReaders(element, value) ? place : { ...place, isHidden: true },
  ],
  ...annotations.map((name) => [name, annotate] as const),
]);

/** Names by which a script or a style sheet finds what it opens. */
const handles = new Set(['id', 'class', 'role', 'hidden']);

/** Outside the screen or without height for everybody, or not shown and without a name by which a script could open it. */
function isKeptFromReaders({ attrs }: HtmlElement, style: string): boolean {
  if (/(?:left|top|text-indent)\s*:\s*-\d{4,}|font-size\s*:\s*0(?:px)?\s*(?:;|!|$)/iu.test(style))
    return true;
  if (!/display\s*:\s*none|visibility\s*:\s*hidden/iu.test(style)) return false;
  return !attrs.some(({ name }) => handles.has(name) || /^(?:aria|data)-|^[@:]|^(?:v|x|ng)-/u.test(name));
}

function noteId(place: Place, id: string, element: HtmlElement, draft: Draft): Place {
  if (id === '') return place;
  if (draft.ids.has(id)) draft.duplicateIds.add(id);
  else draft.ids.add(id);
  if (mountIds.has(id) && isBlank(element)) draft.emptyRoot ??= `#${id}`;
  return place;
}

const frameRoles = new Set(['navigation', 'banner', 'contentinfo', 'complementary']);

function placeOfRole(place: Place, role: string): Place {
  if (role === 'main') return { ...place, isMain: true, isFrame: false };
  return frameRoles.has(role) && !place.isMain ? { ...place, isFrame: true } : place;
}

function addText(draft: Draft, text: string, place: Place): void {
  if (place.isSilent) return;
  if (place.isCode) draft.codeText.push(text);
  // The markup of a page is indented: half of its texts are white space.
  const isSpace = text.charCodeAt(0) <= 32 && text.trim() === '';
  if (place.isHidden) addPiece(draft, draft.hiddenText, text, isSpace);
  const shown = place.isFrame ? draft.frameText : draft.contentText;
  addPiece(draft, place.isMain ? draft.mainText : shown, text, isSpace);
}

function addPiece({ partings }: Draft, into: TextPieces, text: string, isSpace: boolean): void {
  if (isSpace) {
    into.partings = -1;
    return;
  }
  if (into.partings !== partings) into.pieces.push(' ');
  into.partings = partings;
  into.pieces.push(text);
}

/** Words before and behind a block that is shown are two, in whichever part of the page the block stands. */
function partWords(draft: Draft, place: Place): void {
  if (!place.isSilent) draft.partings += 1;
}

const folded = (pieces: readonly string[]): string => foldSpace(pieces.join(''));

function addToSkeleton(draft: Draft, element: HtmlElement, outerHash: number, depth: number): number {
  if (depth > skeletonDepth || draft.skeleton.size >= skeletonSize) return outerHash;
  const firstClass = attributeOf(element, 'class')?.trim().split(/\s/u, 1)[0] ?? '';
  const name = `${element.tagName}.${firstClass.replaceAll(/\d+/gu, '')}`;
  let hash = outerHash;
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
