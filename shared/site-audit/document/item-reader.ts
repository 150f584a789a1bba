import type { Draft, Place } from './draft.ts';
import { readElementText } from './element-text.ts';
import type { ItemDraft } from './page-document.ts';
import { attributeOf, type HtmlElement } from './parse-html.ts';

/** Items read of one page, and values of one property. */
const mostItems = 2000;
const mostValues = 200;

/** Attributes that declare an item or a property. */
export const annotations: readonly string[] = ['itemscope', 'itemprop', 'typeof', 'property'];

/**
 * Notes the item or the property that an element's attributes declare, by the HTML standard (5.2, microdata) and by
 * RDFa Lite 1.1. Gives the place of the element's children, within the item.
 */
export function readItem(draft: Draft, element: HtmlElement, place: Place): Place {
  const isMicrodata = attributeOf(element, 'itemscope') !== undefined;
  const isItem = isMicrodata || attributeOf(element, 'typeof') !== undefined;
  const names = tokens(attributeOf(element, 'itemprop') ?? attributeOf(element, 'property')).map(lastSegment);
  if (!isItem) {
    if (place.item !== undefined) addValue(place.item, names, propertyValue(element));
    return place;
  }
  if (draft.items.length >= mostItems) return place;
  const [property] = names;
  const within = place.item && property !== undefined ? { types: place.item.types, property } : undefined;
  const item = createItem(element, isMicrodata, within);
  draft.items.push(item);
  if (place.item !== undefined) addValue(place.item, names, item.properties);
  return { ...place, item };
}

function createItem(element: HtmlElement, isMicrodata: boolean, within: ItemDraft['within']): ItemDraft {
  const declared = tokens(attributeOf(element, isMicrodata ? 'itemtype' : 'typeof'));
  const isSchemaOrg =
    declared.some((type) => /schema\.org\/|^schema:/iu.test(type)) || isSchemaVocabulary(element);
  const types = declared.map(lastSegment).filter((type) => type !== '');
  const attribute = isMicrodata ? 'itemtype' : 'typeof';
  return {
    types,
    within,
    properties: { '@type': [...types] },
    selector: `[${attribute}="${declared.join(' ').slice(0, 80)}"]`,
    isSchemaOrg,
    isWhole: isSchemaOrg && types.length > 0 && attributeOf(element, 'itemref') === undefined,
  };
}

/** RDFa names its vocabulary on the element or on one around it. */
function isSchemaVocabulary(element: HtmlElement): boolean {
  for (
    let at: HtmlElement | undefined = element, steps = 0;
    at && steps < 50;
    at = parentOf(at), steps += 1
  ) {
    const vocabulary = attributeOf(at, 'vocab');
    if (vocabulary !== undefined) return vocabulary.includes('schema.org');
  }
  return false;
}

const parentOf = ({ parentNode }: HtmlElement): HtmlElement | undefined =>
  parentNode !== null && 'attrs' in parentNode ? parentNode : undefined;

function addValue(item: ItemDraft, names: readonly string[], value: unknown): void {
  for (const name of names) {
    if (name.startsWith('__')) continue;
    const values = Object.hasOwn(item.properties, name) ? (item.properties[name] ?? []) : [];
    if (values.length < mostValues) values.push(value);
    item.properties[name] = values;
  }
}

/** What the element says of its property: an attribute by the kind of element, else its text. */
function propertyValue(element: HtmlElement): string {
  const content = attributeOf(element, 'content');
  if (content !== undefined) return content;
  for (const name of valueAttributes[element.tagName] ?? []) {
    const value = attributeOf(element, name);
    if (value !== undefined) return value;
  }
  const { text, imageAlt } = readElementText(element);
  return text || imageAlt;
}

const links = ['href'];
const sources = ['src', 'data-src'];
const valueAttributes: Readonly<Record<string, readonly string[] | undefined>> = {
  a: links,
  area: links,
  link: links,
  img: sources,
  audio: sources,
  embed: sources,
  iframe: sources,
  source: sources,
  track: sources,
  video: sources,
  object: ['data'],
  data: ['value'],
  meter: ['value'],
  time: ['datetime'],
};

const tokens = (text: string | undefined): readonly string[] =>
  (text ?? '').split(/\s+/u).filter((token) => token !== '');

/** `Product` of `https://schema.org/Product` and of `schema:Product`. */
export function lastSegment(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':'), name.lastIndexOf('#')) + 1);
}
