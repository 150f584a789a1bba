import sniffEncoding from 'html-encoding-sniffer';
import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html,
  Parser,
  type Token,
  type TreeAdapter,
} from 'parse5';

export type HtmlDocument = DefaultTreeAdapterMap['document'];
export type HtmlElement = DefaultTreeAdapterMap['element'];
export type HtmlNode = DefaultTreeAdapterMap['childNode'];

/** A page whose markup makes more elements than any page needs; some markup multiplies itself while parsed. */
export class TooManyElementsError extends Error {
  override readonly name = 'TooManyElementsError';
}

/** Large real pages stay under 50,000 elements. */
const mostElements = 100_000;

export interface ParsedHtml {
  readonly document: HtmlDocument;
  readonly elementCount: number;
  readonly bodyTags: number;
}

/** Stands for what was cut. A character that no page needs and every parser takes for text. */
export const cutMark = '\u0001';

/** Characters of a script that are read: longer ones do more than send readers on. Structured data is read whole. */
export const mostScriptCharacters = 2000;
/** Shorter contents are read faster than they are cut. */
const leastCut = 40;

/** Elements of the tree that is being built, and marks of cuts found in it where they belong. One counter and one adapter for all: nothing else runs while a page is parsed. */
let elementCount = 0;
let cutsFound = 0;
const slimAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  createElement(tagName, namespace, attributes) {
    elementCount += 1;
    if (elementCount > mostElements) throw new TooManyElementsError('The page has too many elements.');
    return defaultTreeAdapter.createElement(tagName, namespace, attributes);
  },
  createCommentNode(data) {
    if (data === cutMark) cutsFound += 1;
    return defaultTreeAdapter.createCommentNode(data);
  },
  /** Indentation is half of many pages: of it no more is kept than is read. */
  insertText(parent, text) {
    if (text === cutMark && isUnread(parent)) {
      cutsFound += 1;
      return;
    }
    const last = parent.childNodes.at(-1);
    const known = last !== undefined && defaultTreeAdapter.isTextNode(last) ? last : undefined;
    const isSpace = parent.nodeName !== 'script' && text.charCodeAt(0) <= 32 && text.trim() === '';
    const kept = isSpace ? ' ' : text;
    if (known === undefined) defaultTreeAdapter.appendChild(parent, defaultTreeAdapter.createTextNode(kept));
    else known.value += kept;
  },
};

/** Nothing is read of a style, nor of a script beyond its start but of structured data. */
const isUnread = (parent: DefaultTreeAdapterMap['parentNode']) =>
  'tagName' in parent &&
  isHtmlElement(parent) &&
  (parent.tagName === 'style' || (parent.tagName === 'script' && !isJsonLd(attributeOf(parent, 'type'))));

export const isJsonLd = (type = '') => /^\s*application\/ld\+json\b/iu.test(type);

/** Counts the `<body>` tags that were written; the tree has one in any case. */
class BodyCountingParser extends Parser<DefaultTreeAdapterMap> {
  bodyTags = 0;

  override onStartTag(token: Token.TagToken): void {
    if (token.tagName === 'body') this.bodyTags += 1;
    super.onStartTag(token);
  }
}

/**
 * Builds the tree that browsers build. Throws a TooManyElementsError instead
 * of growing without bound: a few hundred unclosed formatting elements are
 * opened again in every paragraph that follows.
 */
export function parseHtml(text: string): ParsedHtml {
  const { text: cut, cuts } = cutMarkup(text);
  const parsed = parseWhole(cut);
  return cutsFound === cuts ? parsed : parseWhole(text);
}

function parseWhole(text: string): ParsedHtml {
  elementCount = 0;
  cutsFound = 0;
  const parser = new BodyCountingParser({ treeAdapter: slimAdapter });
  parser.tokenizer.write(text, true);
  return { document: parser.document, elementCount, bodyTags: parser.bodyTags };
}

/**
 * A page without what nobody reads of it: comments, styles, and scripts that cannot send readers on. They are a fifth
 * to three quarters of real pages, and the parser goes through them character by character. A cut is right only
 * where the parser then finds its mark in a comment, a style or a script: what looks like a style may be an attribute.
 */
export function cutMarkup(text: string): { readonly text: string; readonly cuts: number } {
  if (text.includes(cutMark)) return { text, cuts: 0 };
  const endOf = createEndFinder(text);
  const pieces: string[] = [];
  const opening = /<(?:!--|(style|script|noscript|svg|math|textarea|title|iframe)\b[^<>]*>)/giu;
  let written = 0;
  for (let tag = opening.exec(text); tag !== null; tag = opening.exec(text)) {
    const start = opening.lastIndex;
    const name = tag[1]?.toLowerCase() ?? 'comment';
    const end = endOf(name, start);
    // Unclosed: all that follows is its content, or the tag is none.
    if (end < 0) continue;
    const kept = end - start < leastCut ? undefined : keptOf(name, tag[0], text.slice(start, end));
    if (kept !== undefined) {
      pieces.push(text.slice(written, start), kept);
      written = end;
    }
    opening.lastIndex = end;
  }
  return {
    text: pieces.length === 0 ? text : pieces.join('') + text.slice(written),
    cuts: pieces.length / 2,
  };
}

/** What stands for the content of an element or a comment; undefined where it stays as it is. */
function keptOf(name: string, tag: string, content: string): string | undefined {
  if (name === 'style') return cutMark;
  // These end a comment at once.
  if (name === 'comment') return /^-?>/u.test(content) ? undefined : cutMark;
  // Within `<!--` a script may go on behind its end tag.
  if (name !== 'script' || /ld\+json/iu.test(tag) || /<!--|-->|<script/iu.test(content)) return undefined;
  const read = content.slice(0, mostScriptCharacters);
  if (!read.includes('location')) return cutMark;
  return read.length < content.length ? `${read} ${cutMark}` : undefined;
}

/** Finds where a content ends; -1 where nothing ends it. Each part of the text is searched once for each kind of end. */
function createEndFinder(text: string) {
  const next = new Map<string, { readonly pattern: RegExp; at: number }>();
  return (name: string, from: number): number => {
    const end = next.get(name) ?? {
      pattern: new RegExp(name === 'comment' ? '--!?>' : `</${name}[\\s/>]`, 'giu'),
      at: 0,
    };
    next.set(name, end);
    if (end.at < from && end.at >= 0) {
      end.pattern.lastIndex = from;
      end.at = end.pattern.exec(text)?.index ?? -1;
    }
    return end.at;
  };
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

export function isHtmlElement(element: HtmlElement): boolean {
  return element.namespaceURI === html.NS.HTML;
}

/** Value of an attribute; undefined where it is missing. */
export function attributeOf(element: HtmlElement, name: string): string | undefined {
  for (const attribute of element.attrs) if (attribute.name === name) return attribute.value;
  return undefined;
}

export interface DecodedHtml {
  readonly text: string;
  /** By the name of the WHATWG Encoding standard, such as `UTF-8`. */
  readonly encoding: string;
  /** The charset that the Content-Type header gives. */
  readonly headerCharset: string | undefined;
  /** Whether a byte order mark, the header or the first kilobyte of the document names the encoding. */
  readonly isDeclared: boolean;
}

/**
 * Decodes a page as browsers do: byte order mark, header, declaration within
 * the first 1,024 bytes. Without any, UTF-8 where the bytes are valid UTF-8,
 * else windows-1252. Never fails; wrong bytes become U+FFFD.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | undefined): DecodedHtml {
  const headerCharset = /;\s*charset\s*=\s*"?([^\s;"]+)/iu.exec(contentType ?? '')?.[1];
  const sniffed = sniffEncoding(bytes, {
    ...(headerCharset === undefined ? {} : { transportLayerEncodingLabel: headerCharset }),
    defaultEncoding: '',
  });
  const isDeclared = sniffed !== '';
  if (!isDeclared) {
    const text = decodeStrictUtf8(bytes);
    if (text !== undefined) return { text, encoding: 'UTF-8', headerCharset, isDeclared };
  }
  const encoding = isDeclared ? sniffed : 'windows-1252';
  return { text: decode(bytes, encoding), encoding, headerCharset, isDeclared };
}

/** The standard's name of an encoding label, such as `windows-1252` for `latin1`; undefined where unknown. */
export function encodingName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding.toLowerCase();
  } catch {
    return undefined;
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  // The standard's `x-user-defined` and `replacement` have no decoder in Node.
  return new TextDecoder(encodingName(encoding) === undefined ? 'windows-1252' : encoding).decode(bytes);
}

function decodeStrictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const headTags = new Set('head base link meta noscript script style template title'.split(' '));
/** Their content is text to the parser, whatever it looks like. */
const opaqueTags = new Set(['noscript', 'script', 'style', 'template', 'title']);
/** How much of a head is read, in characters. */
const headLimit = 200_000;

/**
 * Tags between `<head>` and `</head>` that do not belong there. A parser ends
 * the head at the first of them, and what follows (canonical, robots,
 * hreflang) counts no more. Read from the source, since the tree no longer
 * shows it; one pass in linear time.
 */
export function strayHeadTags(text: string): readonly string[] {
  const start = /<head[\s>]/iu.exec(text.slice(0, 20_000));
  if (start === null) return [];
  const head = text.slice(start.index, start.index + headLimit);
  const end = head.search(/<\/head/iu);
  return end < 0 ? [] : scan(head.slice(0, end).toLowerCase());
}

function scan(head: string): readonly string[] {
  const found = new Set<string>();
  const tagName = /<([a-z][\w-]*)/uy;
  let position = head.indexOf('<');
  while (position >= 0) {
    tagName.lastIndex = position;
    const name = tagName.exec(head)?.[1];
    if (name !== undefined && !headTags.has(name)) found.add(name);
    const resume = skip(head, position, name);
    position = resume < 0 ? -1 : head.indexOf('<', resume);
  }
  return [...found];
}

/** Where reading continues after a mark: behind a comment, a tag with its attributes, or an opaque element's content. */
function skip(head: string, position: number, name: string | undefined): number {
  if (head.startsWith('<!--', position)) return head.indexOf('-->', position);
  if (name === undefined) return position + 1;
  const end = tagEnd(head, position + 1 + name.length);
  return end >= 0 && opaqueTags.has(name) ? head.indexOf(`</${name}`, end) : end;
}

/**
 * Place of the `>` that ends a tag, or -1. A quoted value may hold one, and
 * `<` too; a quote opens a value only after `=`, as browsers read it.
 */
function tagEnd(head: string, from: number): number {
  const mark = /=\s*(["']?)|>/gu;
  mark.lastIndex = from;
  for (let found = mark.exec(head); found !== null; found = mark.exec(head)) {
    if (found[0] === '>') return found.index;
    const quote = found[1] ?? '';
    if (quote === '') continue;
    const close = head.indexOf(quote, mark.lastIndex);
    if (close < 0) return -1;
    mark.lastIndex = close + 1;
  }
  return -1;
}
