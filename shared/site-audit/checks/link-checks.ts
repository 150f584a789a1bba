import { baseOf, hasSessionId, isWithin, linkTargetsOf, pageKey } from '../site-scope.ts';
import { bySelector, onDocument, when, whenAny } from './check.ts';

const mostLinks = 300;

/** Link texts that say nothing of the target, in nine languages; compared whole, without punctuation. */
const genericTexts = new Set(
  [
    'click here|here|read more|more|learn more|go|this|this page|link|details|continue|see more|more info',
    'hier|hier klicken|mehr|weiterlesen|mehr erfahren|mehr lesen|weiter',
    'ici|cliquez ici|lire la suite|en savoir plus|plus|suite',
    'aquí|haga clic aquí|leer más|más|saber más|ver más',
    'qui|clicca qui|leggi tutto|scopri di più|continua',
    'aqui|clique aqui|leia mais|saiba mais|mais',
    'hier|klik hier|lees meer|meer|meer informatie',
    'här|klicka här|läs mer|mer',
    'tutaj|kliknij tutaj|czytaj więcej|więcej|zobacz więcej',
    'подробнее|далее|здесь|читать далее|続きを読む|こちら|詳細|もっと見る|更多|点击这里|阅读更多',
  ]
    .join('|')
    .split('|'),
);

/** With punctuation and room to spare. */
const longestGeneric = 60;
const isGeneric = (label: string) =>
  label.length <= longestGeneric &&
  genericTexts.has(
    label
      .toLowerCase()
      .replaceAll(/[.…:›»→!>]+/gu, '')
      .trim(),
  );
const languageNames = new Set(
  'C# C++ Java JavaScript Kotlin Lua Nim Perl PHP Python Ruby Rust Swift'.split(' '),
);

const isWebLink = (href: string) =>
  !/^(?:#|mailto:|tel:|sms:|javascript:|data:|whatsapp:|skype:|callto:)/iu.test(href.trim());
const link = (href: string) => bySelector('a', 'href', href);

export const linkDocumentChecks = onDocument([
  {
    id: 'link_no_href',
    severity: 'low',
    title: 'A link has no href.',
    why: 'Crawlers cannot follow it, and keyboard users cannot reach it.',
    threshold: 'An a element with text and without href that is neither a jump target nor a button.',
    remedy: 'Give it an href, or use a button.',
    source: 'Lighthouse, "Links are crawlable"',
    find: ({ anchors }) =>
      whenAny(
        anchors.filter(
          ({ href, label, isTargetOrButton }) => href === undefined && label !== '' && !isTargetOrButton,
        ),
        'a:not([href])',
        ({ label }) => label,
      ),
  },
  {
    id: 'link_uncrawlable',
    severity: 'medium',
    weight: 3,
    title: 'A link has JavaScript in place of an address.',
    why: 'Crawlers only follow addresses.',
    threshold: 'An href that starts with javascript:, `javascript:void(0)` too, on a link without a role.',
    remedy: 'Put the address into href and add the script to it; use a button for what is not a link.',
    source: 'Lighthouse, "Links are crawlable"; Google Search Central, "Make your links crawlable"',
    find: ({ anchors }) =>
      whenAny(
        anchors.filter(({ href = '', hasRole }) => !hasRole && /^\s*javascript:/iu.test(href)),
        ({ href = '' }) => link(href),
        ({ href = '' }) => href,
      ),
  },
  {
    id: 'link_malformed',
    severity: 'medium',
    title: 'A link’s address is malformed.',
    why: 'It leads nowhere.',
    threshold: 'An href that no browser can parse, or that repeats the scheme (`http://https://`).',
    remedy: 'Correct the address.',
    source: 'WHATWG URL Standard',
    find: ({ anchors }, page) => {
      const targets = linkTargetsOf(page);
      const isMalformed = (href: string, place: number) =>
        /^https?:\/\/https?:?\/\//iu.test(href) ||
        (targets[place] === undefined &&
          /^(?:https?:|[^:]*(?:[/?#]|$))/iu.test(href) &&
          URL.parse(href, baseOf(page)) === null);
      return whenAny(
        anchors.filter(({ href = '' }, place) => href.trim() !== '' && isMalformed(href.trim(), place)),
        ({ href = '' }) => link(href),
        ({ href = '' }) => href,
      );
    },
  },
  {
    id: 'link_text_generic',
    severity: 'low',
    title: 'Links have generic anchor text.',
    why: 'Anchor text tells search engines and screen readers what the target is about.',
    threshold: 'A link whose whole text is one of the usual fillers ("click here", "mehr", "lire la suite").',
    remedy: 'Name the target in the link text.',
    source: 'Lighthouse, "Links have descriptive text"',
    find: ({ anchors }) =>
      whenAny(
        anchors.filter(
          ({ href, label }) =>
            href !== undefined &&
            isWebLink(href) &&
            isGeneric(label) &&
            // Go is a language too, beside others.
            !(label === 'Go' && anchors.some((other) => languageNames.has(other.label))),
        ),
        ({ href = '' }) => link(href),
        ({ label }) => label,
      ),
  },
  {
    id: 'link_text_empty',
    severity: 'low',
    title: 'A link has no anchor text.',
    why: 'Search engines learn nothing about the target, and screen readers spell out its address.',
    threshold: 'A link with an address and without text, label, title or alternative text.',
    remedy: 'Add text, an aria-label, or the alternative text of the image.',
    source: 'WCAG 2.2, 2.4.4',
    find: ({ anchors }) =>
      whenAny(
        anchors.filter(
          ({ href, label, isTargetOrButton }) =>
            href !== undefined && isWebLink(href) && label === '' && !isTargetOrButton,
        ),
        ({ href = '' }) => link(href),
        ({ href = '' }) => href || 'empty href',
      ),
  },
  {
    id: 'links_too_many',
    severity: 'low',
    title: 'The page has more than 300 links.',
    why: 'Each passes on little, and no visitor reads them all.',
    threshold: 'More than 300 links to different addresses.',
    remedy: 'Split the list into pages, or group it by category.',
    source: 'SEOnaut: 100; raised to 300 for shops with large menus',
    find: ({ anchors }) => {
      if (anchors.length <= mostLinks) return undefined;
      const count = new Set(
        anchors.flatMap(({ href }) => (href !== undefined && isWebLink(href) ? [href] : [])),
      ).size;
      return when(count > mostLinks, 'a[href]', `${count} links`);
    },
  },
  {
    id: 'dead_end',
    severity: 'medium',
    title: 'The page has no outgoing links.',
    why: 'Visitors and crawlers have to turn back.',
    threshold:
      'No link with an address, on a page whose content does not need scripts, where the site has another.',
    remedy: 'Add navigation and links to related pages.',
    source: 'SEOnaut, "Dead end"',
    isFaultOf: ({ crawl }) => crawl.records.length > 1,
    find: ({ anchors, tagCounts }, { shellSign }) =>
      when(
        shellSign === undefined &&
          !tagCounts.has('frameset') &&
          !anchors.some(({ href }) => href !== undefined && isWebLink(href) && href.trim() !== ''),
        'a[href]',
        'no link',
      ),
  },
  {
    id: 'nofollow_internal',
    severity: 'low',
    title: 'Internal links are set to nofollow.',
    why: 'The site withholds link value from its own pages.',
    threshold:
      'A link to another page of the same host with rel="nofollow", apart from sign-in, cart and search pages and those that lead on to advertisers.',
    remedy: 'Remove nofollow; block in robots.txt what should not be crawled.',
    source: 'SEOnaut, "Internal nofollow links"',
    find: ({ anchors }, page, { crawl }) =>
      whenAny(
        anchors.filter(({ href, rels }, place) => {
          if (href === undefined || !rels.includes('nofollow')) return false;
          const target = linkTargetsOf(page)[place];
          const isAside =
            /log-?in|sign-?in|account|cart|basket|search|register|reply|\/(?:go|out|refer|recommends?)\//iu.test(
              href,
            );
          const isElsewhere = target && isWithin(crawl.scope, target) && pageKey(target.href) !== page.key;
          return isElsewhere && !isAside;
        }),
        ({ href = '' }) => link(href),
        ({ href = '' }) => href,
      ),
  },
  {
    id: 'link_session_id',
    severity: 'medium',
    title: 'Links contain session ids.',
    why: 'Every visit makes a new address for the same page, and shared links can leak a session.',
    threshold: 'A link on the site with jsessionid, PHPSESSID, sid or the like.',
    remedy: 'Keep sessions in cookies.',
    source: 'Google Search Central, "URL structure best practices"',
    find: ({ anchors }, page, { crawl }) => {
      const targets = linkTargetsOf(page);
      return whenAny(
        anchors.filter((_anchor, place) => {
          const target = targets[place];
          // What has none leads to the page as it is.
          return (
            target !== undefined &&
            target.page !== target.href &&
            isWithin(crawl.scope, target) &&
            hasSessionId(new URL(target.href))
          );
        }),
        ({ href = '' }) => link(href),
        ({ href = '' }) => href,
      );
    },
  },
]);
