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
