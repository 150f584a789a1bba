import { escapeHtml } from './escape-html.ts';
import { brandMark, pageStyle } from './page-style.ts';

interface FramedPage {
  /** Text of the window's title. */
  readonly title: string;
  /** Markup below the mark. */
  readonly body: string;
  /** Markup around the mark and the name, where they lead somewhere. */
  readonly brand?: (mark: string) => string;
  readonly style?: string;
  /** More markup of the head. */
  readonly head?: string;
}

/** A page that the service writes itself, without scripts. */
export function framedPage({
  title,
  body,
  brand = (mark) => mark,
  style = pageStyle,
  head = '',
}: FramedPage): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>${head}<style>${style}</style></head>
<body><main><div class="brand">${brand(`${brandMark}Oriel`)}</div>
${body}
</main></body>
</html>
`;
}
