import { attributeOf, type HtmlElement, type HtmlNode, isElement } from './parse-html.ts';
import { foldSpace } from './words.ts';

/** Nodes read for the text of one element; nested headings must not make reading quadratic. */
const mostNodes = 400;

export interface ElementText {
  readonly text: string;
  /** Alternative text of the images inside. */
  readonly imageAlt: string;
  readonly imageCount: number;
}

interface Gathering {
  text: string;
  readonly alts: string[];
  imageCount: number;
  /** Nodes that may still be read. */
  left: number;
}

/** The text of an element and what its images stand for. */
export function readElementText(element: HtmlElement): ElementText {
  const only = onlyText(element);
  if (only !== undefined) return { text: foldSpace(only), imageAlt: '', imageCount: 0 };
  const gathering: Gathering = { text: '', alts: [], imageCount: 0, left: mostNodes };
  gatherAll(gathering, element.childNodes);
  const { text, alts, imageCount } = gathering;
  return { text: foldSpace(text), imageAlt: foldSpace(alts.join(' ')), imageCount };
}

/** No deeper than there are nodes to be read. */
function gatherAll(gathering: Gathering, nodes: readonly HtmlNode[]): void {
  for (const node of nodes) {
    if (gathering.left <= 0) return;
    gathering.left -= 1;
    if (isElement(node)) gatherElement(gathering, node);
    else if (node.nodeName === '#text' && 'value' in node) gathering.text += node.value;
  }
}

/** The text of an element that holds one text and nothing else, within others or not: most do. */
function onlyText({ childNodes: [node, more] }: HtmlElement, steps = 0): string | undefined {
  if (node === undefined || more !== undefined || steps > mostNodes) return undefined;
  if (!isElement(node)) return 'value' in node ? node.value : undefined;
  return plainTags.has(node.tagName) ? onlyText(node, steps + 1) : undefined;
}

const plainTags = new Set(['span', 'a', 'b', 'strong', 'em', 'i', 'code', 'small']);
const silentTags = new Set(['script', 'style', 'template', 'noscript']);

function gatherElement(gathering: Gathering, element: HtmlElement): void {
  if (silentTags.has(element.tagName)) return;
  if (element.tagName === 'img') {
    gathering.imageCount += 1;
    gathering.alts.push(attributeOf(element, 'alt') ?? '');
  }
  if (element.tagName === 'svg') gathering.alts.push(attributeOf(element, 'aria-label') ?? '');
  if (spacingTags.has(element.tagName)) gathering.text += ' ';
  gatherAll(gathering, element.childNodes);
}

/** Elements that part words within a heading or a link. */
const spacingTags = new Set(['br', 'div', 'p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'figcaption']);

/** Raw text directly inside an element: scripts, titles, noscript. */
export function ownText(element: HtmlElement): string {
  return element.childNodes
    .map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : ''))
    .join('');
}

/** Whether an element holds nothing to read: no element but scripts and styles, no text. */
export function isBlank(element: HtmlElement): boolean {
  return element.childNodes.every(
    (node) =>
      node.nodeName === '#comment' ||
      node.nodeName === 'script' ||
      node.nodeName === 'style' ||
      node.nodeName === 'noscript' ||
      ('value' in node && node.value.trim() === ''),
  );
}
