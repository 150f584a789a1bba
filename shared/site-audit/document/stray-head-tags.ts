const headTags = new Set('head base link meta noscript script style template title'.split(' '));
/** Their content is text to the parser, whatever it looks like. */
const opaqueTags = new Set(['noscript', 'script', 'style', 'template', 'title']);
/** How much of a head is looked at, in characters. */
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
  const head = text.slice(start.index, start.index + headLimit).toLowerCase();
  const end = head.indexOf('</head');
  return end < 0 ? [] : scan(head.slice(0, end));
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

/** Where reading goes on after a mark: behind a comment, behind an opaque element's content, or behind the `<`. */
function skip(head: string, position: number, name: string | undefined): number {
  if (head.startsWith('<!--', position)) return head.indexOf('-->', position);
  if (name !== undefined && opaqueTags.has(name)) return head.indexOf(`</${name}`, position);
  return position + 1;
}
