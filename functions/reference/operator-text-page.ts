import { Marked } from 'marked';
import type { PublishedText } from '#shared/callers/identity/published-texts.ts';
import { linksToTexts } from '#shared/contract/operator-texts.ts';
import { escapeHtml } from '#shared/http/escape-html.ts';
import { brandMark, pageStyle } from '#shared/http/page-style.ts';

/** The operator is trusted to write a text and not to write a page: markup within it is shown as text. */
const reader = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return isPlainLink(href) ? `<a href="${escapeHtml(href)}">${words}</a>` : words;
    },
  },
});

function isPlainLink(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/iu.test(href);
}

/** The page of one text; what it says without one is what a visitor needs to know. */
export function renderOperatorText(title: string, text: PublishedText | undefined): string {
  const body = text
    ? `${reader.parse(text.markdown, { async: false })}<p><small>Published ${escapeHtml(text.publishedAt.slice(0, 10))}</small></p>`
    : `<h1>${escapeHtml(title)}</h1><p>The operator of this service has not published this text. Ask whoever gave you access before you rely on the service.</p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)} · Oriel</title><style>${pageStyle}</style></head>
<body><main><div class="brand">${brandMark}Oriel</div>
${body}
<p><small><a href="/">Oriel</a> · <a href="/docs">Documentation</a> · ${linksToTexts}</small></p>
</main></body>
</html>
`;
}
