import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '#shared/http/framed-page.ts';
import { pagePath } from './page-frame.ts';
import { anchorOf } from './search-pages.ts';

export interface Heading {
  readonly level: 2 | 3;
  readonly id: string;
  readonly text: string;
}

interface PageBody {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Languages of a sample, in the order of their tabs. */
const sampleLanguages = { sh: 'curl', ts: 'TypeScript', python: 'Python' } as const;
type SampleLanguage = keyof typeof sampleLanguages;
type Sample = Tokens.Code & { lang: SampleLanguage };

/** Recorded answers beyond this many lines are folded: who reads on is spared them. */
const unfoldedLines = 30;

/**
 * Markdown of our own pages as HTML. Code in several languages that stands
 * together becomes tabs; long answers are folded; headings are links to themselves.
 */
export function pageBody(markdown: string): PageBody {
  const reader = new Marked({ gfm: true, renderer: { code: ({ text, lang }) => codeBlock(text, lang) } });
  const html = groupsOf(reader.lexer(markdown))
    .map((group, index) =>
      group.length > 1 && group.every(isSample) ? samples(group, index) : reader.parser([...group]),
    )
    .join('')
    .replaceAll(tables, (table) => scrolling(table))
    .replaceAll(firstWord, (_match, tags: string, name: string) => `<td>${tags}${breakable(name)}</`)
    .replaceAll(/<a href="(?<href>https?:\/\/[^"]*\/explorer\/[^"]*)"/gu, '<a class="run" href="$<href>"')
    .replaceAll(
      /href="(?<name>[a-z_]+)(?<anchor>#[a-z_]+)?"/gu,
      (_match, name: string, anchor = '') => `href="${pagePath(name)}${anchor}"`,
    );
  return withHeadings(html);
}

/** Tokens one by one, and samples that differ in language together. Blank lines between them count for nothing. */
function groupsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const groups: Token[][] = [];
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const last = groups.at(-1);
    if (last && isSample(token) && last.every((other) => isSample(other) && other.lang !== token.lang))
      last.push(token);
    else groups.push([token]);
  }
  return groups;
}

function isSample(token: Token): token is Sample {
  return token.type === 'code' && Object.hasOwn(sampleLanguages, token.lang ?? '');
}

/** Radio buttons, so that the tabs work by keyboard and without a script. */
function samples(tokens: readonly Sample[], index: number): string {
  const tabs = tokens.map(({ lang }, at) => {
    const id = `sample-${index}-${lang}`;
    return `<input type="radio" name="sample-${index}" id="${id}" value="${lang}"${at === 0 ? ' checked' : ''}><label for="${id}">${sampleLanguages[lang]}</label>`;
  });
  const blocks = tokens.map(({ text, lang }) => codeBlock(text, lang));
  return `<fieldset class="samples"><legend class="unseen">Language of the sample</legend>${tabs.join('')}${blocks.join('')}</fieldset>\n`;
}

function codeBlock(text: string, lang = ''): string {
  const block = `<div class="code" data-language="${escapeHtml(lang)}"><pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre></div>\n`;
  const lines = text.split('\n').length;
  const isAnswer = lang === 'json' || lang === 'http';
  if (!isAnswer || lines <= unfoldedLines) return block;
  return `<details class="long"><summary>Show the answer, ${lines} lines</summary>${block}</details>\n`;
}

/** In a box of its own, which a narrow screen scrolls; its rows are counted for `docsStyle`, which lays it out late. */
function scrolling(table: string): string {
  const rows = table.split('<tr>').length - 1;
  return `<div class="table" style="--rows:${rows}" tabindex="0" role="group" aria-label="Table">${table}</div>`;
}

/** Gives headings the ids that search and other pages link to; some have one in an anchor before them. */
function withHeadings(html: string): PageBody {
  const headings: Heading[] = [];
  const withIds = html.replaceAll(headingTags, (_match, level: string, inner: string) => {
    const id = anchorOf(inner);
    const text = inner.replaceAll(/<[^>]*>/gu, '');
    headings.push({ level: level === '2' ? 2 : 3, id, text });
    const ownId = html.includes(` id="${id}"`) ? '' : ` id="${id}"`;
    return `<h${level}${ownId}>${inner}<a class="anchor" href="#${id}" aria-label="Link to this section: ${text}">#</a></h${level}>`;
  });
  return { html: withIds, headings };
}

const tables = /<table>.*?<\/table>/gsu;

const headingTags = /<h(?<level>[23])>(?<inner>.*?)<\/h\k<level>>/gu;

/** A cell that holds one name or path, as the first of each row does. */
const firstWord = /<td>(?<tags>(?:<a [^>]*>)?(?:<code>)?)(?<name>[\w.[\]]+)<\//gu;

/** On a narrow screen a name breaks between its words and never inside one. */
function breakable(name: string): string {
  return name.replaceAll(/(?<=[._\]])/gu, '<wbr>');
}
