import { type DefaultTreeAdapterMap, defaultTreeAdapter, html, parse, type TreeAdapter } from 'parse5';

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

/**
 * Builds the tree that browsers build. Throws a TooManyElementsError instead
 * of growing without bound: a few hundred unclosed formatting elements are
 * opened again in every paragraph that follows.
 */
export function parseHtml(text: string): ParsedHtml {
  let elementCount = 0;
  let bodyTags = /<body[\s>/]/iu.test(text) ? 1 : 0;
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      elementCount += 1;
      if (elementCount > mostElements) throw new TooManyElementsError('The page has too many elements.');
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    adoptAttributes(recipient, attributes) {
      if (recipient.tagName === 'body') bodyTags += 1;
      defaultTreeAdapter.adoptAttributes(recipient, attributes);
    },
  };
  const document = parse(text, { treeAdapter });
  return { document, elementCount, bodyTags };
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
