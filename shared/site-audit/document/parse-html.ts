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

/** Characters of a script that are kept: longer ones do more than send readers on. Structured data is kept whole. */
export const mostScriptCharacters = 2000;

/** Elements of the tree that is being built. One counter and one adapter for all: nothing else runs while a page is parsed. */
let elementCount = 0;
const slimAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  createElement(tagName, namespace, attributes) {
    elementCount += 1;
    if (elementCount > mostElements) throw new TooManyElementsError('The page has too many elements.');
    return defaultTreeAdapter.createElement(tagName, namespace, attributes);
  },
  /** Indentation is half of many pages, and styles and scripts most of others: of these no more is kept than is read. */
  insertText(parent, text) {
    const name = 'tagName' in parent ? parent.tagName : undefined;
    if (name === 'style') return;
    const last = parent.childNodes.at(-1);
    const known = last !== undefined && defaultTreeAdapter.isTextNode(last) ? last : undefined;
    if (name === 'script' && isLong(parent, known)) return;
    const isSpace = name !== 'script' && text.charCodeAt(0) <= 32 && text.trim() === '';
    const kept = isSpace ? ' ' : text;
    if (known === undefined) defaultTreeAdapter.appendChild(parent, defaultTreeAdapter.createTextNode(kept));
    else known.value += kept;
  },
};

const isLong = (script: DefaultTreeAdapterMap['parentNode'], known: { readonly value: string } | undefined) =>
  known !== undefined &&
  known.value.length > mostScriptCharacters &&
  'attrs' in script &&
  !isJsonLd(attributeOf(script, 'type'));

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
  elementCount = 0;
  const parser = new BodyCountingParser({ treeAdapter: slimAdapter });
  parser.tokenizer.write(text, true);
  return { document: parser.document, elementCount, bodyTags: parser.bodyTags };
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
