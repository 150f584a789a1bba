import { fitsLanguage, isLanguageTag, languageName } from '../document/language-guess.ts';
import { mostStageImages, type PageClass } from '../document/page-class.ts';
import type { PageDocument } from '../document/page-document.ts';
import { linkTargetsOf, registrableDomain } from '../site-scope.ts';
import { bySelector, onDocument, when, whenAny } from './check.ts';

const thinWords = 200;
const emptyWords = 10;
/** Kinds of pages that live by their text. */
const textClasses = new Set(['home', 'article', 'product', 'category', 'docs', 'about', 'other']);

/** A cart is empty until somebody fills it, an account until somebody signs in. */
const cartPath =
  /\/(?:cart|basket|bag|checkout|wishlist|(?:my-)?account|warenkorb|panier|carrito|carrello|carrinho|winkelwagen)(?:\.\w{3,5}|\/|\/index\.\w{3,5})?$/iu;

/** Videos, sound and maps have no other place to stand than their frame. */
const isPlayer = (src: string) =>
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|vimeo\.com|dailymotion\.com|wistia\.(?:com|net)|twitch\.tv|bilibili\.com|soundcloud\.com|spotify\.com|openstreetmap\.org|maps\.google\.[\w.]+|google\.[\w.]+\/maps)\b/iu.test(
    src.trim(),
  );

/** Links that pass nothing on, and those by which a profile proves whose it is. */
const unfollowed = new Set(['nofollow', 'ugc', 'sponsored', 'me']);

const isContent = (src: string) => src !== '' && src !== 'about:blank' && !isPlayer(src);

/** A list of few entries has little text, but is not empty. */
const isList = ({ tagCounts, mainWordCount }: PageDocument, kind: PageClass) =>
  tagCounts.has('article') && (mainWordCount === 0 || kind === 'category');

export const contentDocumentChecks = onDocument([
  {
    id: 'thin_content',
    severity: 'medium',
    title: 'The page has little text of its own (thin content).',
    why: 'There is little to rank for, and little for a reader to stay for.',
    threshold:
      'Between 10 and 199 words outside navigation, header and footer, on a page that lives by its text; fewer in a list of articles.',
    remedy: 'Answer the questions that bring people here, or merge the page with a related one.',
    source: 'SEOnaut: 200 words',
    find: (document, { class: kind, shellSign }) => {
      const { mainWordCount } = document;
      const fewest = isList(document, kind.class) ? 1 : emptyWords;
      return when(
        textClasses.has(kind.class) &&
          shellSign === undefined &&
          mainWordCount >= fewest &&
          mainWordCount < thinWords,
        'main',
        `${mainWordCount} words`,
      );
    },
  },
  {
    id: 'near_empty',
    severity: 'high',
    weight: 6,
    title: 'The page is almost empty.',
    why: 'Search engines treat such pages as errors (soft 404).',
    threshold:
      'Fewer than 10 words outside navigation, header and footer, and no sign that the text stands elsewhere: a canvas, frames, articles in an aside; pages of more than two images, lists of articles, carts and accounts left out.',
    remedy: 'Give the page content, or answer 404 if there is none.',
    source: 'Google Search Central, "Soft 404 errors"; `seo` CLI: 10 words',
    find: (document, { class: kind, shellSign, url }) => {
      const { images, mainWordCount, tagCounts } = document;
      return when(
        mainWordCount < emptyWords &&
          shellSign === undefined &&
          !tagCounts.has('canvas') &&
          !tagCounts.has('frameset') &&
          !isList(document, kind.class) &&
          images.length <= mostStageImages &&
          kind.class !== 'login' &&
          kind.class !== 'search' &&
          !cartPath.test(new URL(url).pathname),
        'main',
        `${mainWordCount} words`,
      );
    },
  },
  {
    id: 'js_only_shell',
    severity: 'medium',
    weight: 8,
    title: 'The page is empty without JavaScript.',
    why: 'AI crawlers run no scripts, and Google reads such pages late or not at all.',
    threshold: 'Fewer than 40 words, with an empty mount element, or scripts and no link.',
    remedy: 'Render the content on the server or at build time.',
    source: 'Google Search Central, "Understand the JavaScript SEO basics"',
    find: (_document, { shellSign }) => when(shellSign !== undefined, 'body', shellSign ?? ''),
  },
  {
    id: 'text_ratio_low',
    severity: 'low',
    title: 'The page has far more code than text.',
    why: 'It is heavier than its content needs; often data or styles are inline.',
    threshold: 'Less than 5% of the HTML is visible text, in a document of more than 20 KB.',
    remedy: 'Move scripts, styles and data into files that can be cached.',
    source: 'DataForSEO OnPage, low_content_rate',
    find: ({ prose, htmlBytes }) => {
      const share = prose.bytes / Math.max(1, htmlBytes);
      return when(htmlBytes > 20_000 && share < 0.05, 'document', `${(share * 100).toFixed(1)}% text`);
    },
  },
  {
    id: 'lorem_ipsum',
    severity: 'medium',
    title: 'The page contains “lorem ipsum” dummy text.',
    why: 'Readers and search engines take it for unfinished.',
    threshold: 'The words "lorem ipsum" followed by more of the same.',
    remedy: 'Replace it with real text.',
    source: 'Screaming Frog, "Lorem Ipsum Placeholder"',
    find: ({ prose: { loremIpsum } }) => when(loremIpsum !== undefined, 'body', loremIpsum ?? ''),
  },
  {
    id: 'placeholder_text',
    severity: 'medium',
    weight: 3,
    title: 'The page contains placeholder text.',
    why: 'Readers take it for unfinished.',
    threshold: 'Phrases such as "your text here", "[insert …]" or "TODO:".',
    remedy: 'Replace it with real text.',
    source: 'Screaming Frog, "Soft 404 and placeholder text"',
    find: ({ prose: { placeholder } }) => when(placeholder !== undefined, 'body', placeholder ?? ''),
  },
  {
    id: 'hidden_text',
    severity: 'medium',
    weight: 4,
    title: 'A long text is hidden from visitors.',
    why: 'Search engines treat text that only they see as spam; it is often left by a break-in.',
    threshold:
      '100 words or more moved off the screen, in letters of no size, or not shown in an element without a name by which a script could open it, all by its own style attribute.',
    remedy: 'Show the text or remove it; if nobody on the team wrote it, check the site for malware.',
    source: 'Google Search Central, "Spam policies": hidden text and link abuse',
    find: ({ prose: { hiddenText } }) => when(hiddenText !== undefined, '[style]', hiddenText ?? ''),
  },
  {
    id: 'hidden_links',
    severity: 'medium',
    weight: 6,
    title: 'Links to other sites are hidden from visitors.',
    why: 'Search engines treat them as bought or injected, and may punish the site; break-ins and free themes leave them.',
    threshold:
      'A followed link with text to another domain in an element that its own style moves off the screen, shrinks to nothing, or hides without a name by which a script could open it; rel="me" left out.',
    remedy: 'Remove the links; if nobody on the team put them there, check the site for malware.',
    source: 'Google Search Central, "Spam policies": hidden text and link abuse',
    find: ({ anchors }, page, { crawl }) => {
      const targets = linkTargetsOf(page);
      return whenAny(
        anchors.filter(({ isHidden, text, rels }, place) => {
          const host = targets[place]?.host;
          const isMeant = isHidden && text !== '' && !rels.some((rel) => unfollowed.has(rel));
          return isMeant && host !== undefined && registrableDomain(host) !== crawl.scope.registrableDomain;
        }),
        ({ href = '' }) => bySelector('a', 'href', href),
        ({ text, href }) => `${text} → ${href}`,
      );
    },
  },
  {
    id: 'readability_low',
    severity: 'low',
    title: 'The text is hard to read.',
    why: 'Readers skip long words in long sentences.',
    threshold: 'Flesch reading ease below 20, English articles and docs of 200 words or more.',
    remedy: 'Shorten sentences; prefer everyday words.',
    source: 'Flesch (1948); DataForSEO OnPage, low_readability_rate',
    find: ({ prose: { readingEase } }) =>
      when(
        readingEase !== undefined && readingEase < 20,
        'main',
        `reading ease ${Math.round(readingEase ?? 0)}`,
      ),
  },
  {
    id: 'content_in_iframe',
    severity: 'medium',
    weight: 3,
    title: 'The content is inside an iframe.',
    why: 'Search engines credit it to the framed address, not to this page.',
    threshold:
      'An iframe with an address on a page with fewer than 50 words of its own, within main where there is one; players of videos and sound, and maps, left out.',
    remedy: 'Put the content into the page itself.',
    source: 'Google Search Central, "Indexable embedded content"',
    find: ({ iframes, mainWordCount, tagCounts }) =>
      whenAny(
        mainWordCount < 50
          ? iframes.filter(({ src, inMain }) => (inMain || !tagCounts.has('main')) && isContent(src))
          : [],
        ({ src }) => bySelector('iframe', 'src', src),
        ({ src }) => src,
      ),
  },
  {
    id: 'frames',
    severity: 'medium',
    weight: 8,
    title: 'The page is built with frames.',
    why: 'Search engines index the parts without the whole.',
    threshold: 'A frameset element.',
    remedy: 'Rebuild the page without frames.',
    source: 'HTML Standard, "Obsolete features"',
    find: ({ tagCounts }) => when((tagCounts.get('frameset') ?? 0) > 0, 'frameset', 'frameset'),
  },
  {
    id: 'plugin_content',
    severity: 'medium',
    title: 'The page needs a plugin that no browser supports.',
    why: 'Visitors cannot see what it holds.',
    threshold: 'An embed, object or applet of Flash, Silverlight, Director or Java, by its type or its file.',
    remedy: 'Rebuild the content with HTML, images or video.',
    source: 'Lighthouse, "Document avoids plugins"',
    find: ({ plugins, subresources, tagCounts }) =>
      whenAny(
        [
          ...plugins,
          ...subresources
            .filter(({ url }) => /\.(?:swf|xap|class|jar)(?:$|\?)/iu.test(url))
            .map(({ url }) => url),
          ...((tagCounts.get('applet') ?? 0) > 0 ? ['applet'] : []),
        ],
        'embed, object, applet',
        (url) => url,
      ),
  },
  {
    id: 'lang_mismatch',
    severity: 'medium',
    weight: 3,
    title: 'The text is not in the language that the page declares.',
    why: 'Screen readers mispronounce it, and browsers offer the wrong translation.',
    threshold: 'At least 120 characters, clearly of another language than `html lang`.',
    remedy: 'Correct the lang attribute.',
    source: 'WCAG 2.2, 3.1.1',
    find: ({ lang, prose }) => {
      const guess = prose.language;
      const isOther = lang !== undefined && guess !== undefined && !fitsLanguage(lang, guess);
      return when(
        isOther && isLanguageTag(lang.trim()),
        'html[lang]',
        `lang="${lang}", the text is ${guess === undefined ? '' : languageName(guess)}`,
      );
    },
  },
]);
