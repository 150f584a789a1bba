import { Marked } from 'marked';
import type { PublishedText } from '#shared/callers/identity/published-texts.ts';
import { escapeHtml } from '#shared/http/framed-page.ts';
import { visitorPage } from '#shared/http/visitor-page.ts';

/** The operator is trusted to write a text and not to write a page: markup within it is shown as text. */
const reader = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    // The reader takes what follows an opened `script`, `pre` or `code` for markup that is to stay as it is.
    text: (token) => ('escaped' in token && token.escaped ? escapeHtml(token.text) : false),
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

/** What the operator wrote, with its date, as markup. */
export function operatorWords({ markdown, publishedAt }: PublishedText): string {
  return `${reader.parse(markdown, { async: false })}<p><small>Published ${escapeHtml(publishedAt.slice(0, 10))}</small></p>`;
}

/** The page of one text; what it says without one is what a visitor needs to know. */
export function renderOperatorText(title: string, text: PublishedText | undefined): string {
  return visitorPage(
    title,
    text
      ? operatorWords(text)
      : `<h1>${escapeHtml(title)}</h1><p>The operator of this service has not published this text. Ask the person who gave you access before you rely on the service.</p>`,
  );
}
