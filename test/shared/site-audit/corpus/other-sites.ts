import { proseAbout } from '#test/shared/site-audit/checks/perfect-page.ts';
import { type CorpusSite, picture, style, text, urlset } from './corpus-site.ts';

const headers = ['hsts_missing', 'csp_missing', 'xcto_missing', 'xfo_missing', 'referrer_policy_missing'];
const social = ['og_title_missing', 'og_description_missing', 'og_image_missing', 'twitter_card_missing'];

interface Head {
  readonly url: string;
  readonly title: string;
  readonly more?: string;
  readonly lang?: string;
}

/** A head as a careful template writes it. */
function head({ url, title, more = '', lang = 'en' }: Head): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><meta name="description" content="${title}: what it is, whom it is for, how to begin with it today, and where to ask when something is unclear."><link rel="canonical" href="${url}"><link rel="icon" href="/icon.png">${more}</head>`;
}

const app = 'app.ledgerly.io';
const shell = `<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width"/><title>Ledgerly, the books of small teams</title><meta name="description" content="Ledgerly keeps the books of small teams in one place, with the bank, the invoices and the tax adviser."/><link rel="icon" href="/favicon.ico"/><link rel="preload" href="/_next/static/css/a1.css" as="style"/><link rel="stylesheet" href="/_next/static/css/a1.css"/><noscript data-n-css=""></noscript><script src="/_next/static/chunks/main-3f.js" defer=""></script></head><body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/","buildId":"x"}</script></body></html>`;

export const nextShell: CorpusSite = {
  name: 'a Next.js application that renders in the browser only',
  host: app,
  headers: { 'x-powered-by': 'Next.js', 'cache-control': 's-maxage=31536000' },
  fallback: shell,
  pages: { '/robots.txt': text('User-agent: *\nAllow: /\n') },
  faults: {
    soft_404_site: ['/'],
    js_only_shell: ['/'],
    h1_missing: ['/'],
  },
  notices: ['sitemap_missing', ...headers, ...social, 'canonical_missing', 'structured_data_missing'],
};

const museum = 'www.riverside-museum.org';

/** The canonical in the head and in the header, as Drupal sends it, and the page in two languages. */
function drupalPage(path: string, title: string, main: string, alternates: string) {
  const url = `https://${museum}${path}`;
  const more = `<meta name="Generator" content="Drupal 10 (https://www.drupal.org)"><link rel="shortlink" href="https://${museum}/node/4">${alternates}<link rel="stylesheet" media="all" href="/sites/default/files/css/css_a.css">`;
  return {
    headers: { link: `<https://${museum}/node/4>; rel="shortlink", <${url}>; rel="canonical"` },
    body: `${head({ url, title, more })}<body class="path-node page-node-type-article"><a href="#main-content" class="visually-hidden focusable">Skip to main content</a><header role="banner"><nav role="navigation"><ul><li><a href="/en">Riverside Museum</a></li><li><a href="/en/visit" data-drupal-link-system-path="node/4">Plan your visit</a></li></ul></nav></header><main role="main"><a id="main-content" tabindex="-1"></a><article data-history-node-id="4" class="node node--type-article" about="${path}" typeof="schema:Article">${main}</article></main></body></html>`,
  };
}

const languages = (path: string, other: string) =>
  `<link rel="alternate" hreflang="en" href="https://${museum}/en${path}"><link rel="alternate" hreflang="de" href="https://${museum}${other}"><link rel="alternate" hreflang="x-default" href="https://${museum}/en${path}">`;

export const drupal: CorpusSite = {
  name: 'a Drupal site in two languages',
  host: museum,
  headers: {
    'x-generator': 'Drupal 10 (https://www.drupal.org)',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  },
  pages: {
    '/': drupalPage(
      '/',
      'Riverside Museum, boats and bridges',
      `<h1>Boats and bridges</h1><p>${proseAbout('bridges')}</p>`,
      '',
    ),
    '/en': drupalPage(
      '/en',
      'Riverside Museum in the old harbour',
      `<h1>The museum in the harbour</h1><p>${proseAbout('harbour')}</p>`,
      '',
    ),
    '/en/visit': drupalPage(
      '/en/visit',
      'Plan your visit to the museum',
      `<h1>Plan your visit</h1><p>${proseAbout('visit')}</p>`,
      languages('/visit', '/de/besuch'),
    ),
    '/robots.txt': text(
      `User-agent: *\nDisallow: /core/\nDisallow: /profiles/\nDisallow: /admin/\nSitemap: https://${museum}/sitemap.xml\n`,
    ),
    '/sitemap.xml': urlset(museum, '/', '/en', '/en/visit'),
    '/sites/default/files/css/css_a.css': style,
  },
  faults: { hreflang_to_error: ['/en/visit'], http_4xx: ['/de/besuch'] },
  notices: [
    ...social,
    'hsts_missing',
    'csp_missing',
    'referrer_policy_missing',
    'title_short',
    'rich_result_recommended_missing',
  ],
};

const docs = 'docs.pipewright.dev';

function docusaurusPage(path: string, title: string, main: string): string {
  const more = `<meta data-rh="true" name="generator" content="Docusaurus v3.6.0"><meta data-rh="true" name="twitter:card" content="summary_large_image"><meta data-rh="true" property="og:title" content="${title}"><meta data-rh="true" property="og:description" content="${title}"><meta data-rh="true" property="og:image" content="https://${docs}/img/card.png"><meta data-rh="true" property="og:url" content="https://${docs}${path}"><meta name="docusaurus_tag" content="<user-name>/<repo-name> \`fun <T> addAll(…)\`"><link rel="stylesheet" href="/assets/css/styles.1b.css"><script src="/assets/js/main.3e.js" defer="defer"></script>`;
  return `${head({ url: `https://${docs}${path}`, title, more })}<body class="navigation-with-keyboard"><script>!function(){document.documentElement.setAttribute("data-theme","light")}()</script><div id="__docusaurus"><a class="skipToContent_fXgn" href="#__docusaurus_skipToContent_fallback">Skip to main content</a><nav aria-label="Main" class="navbar"><a href="/">Pipewright documentation</a><a href="/docs/intro">Introduction to Pipewright</a><a href="/docs/deploy">Deploying with Pipewright</a></nav><main id="__docusaurus_skipToContent_fallback"><article><h1>${title}</h1><p>${proseAbout(title)}</p>${main}</article></main></div></body></html>`;
}

export const docusaurus: CorpusSite = {
  name: 'documentation made with Docusaurus',
  host: docs,
  headers: { server: 'GitHub.com', 'strict-transport-security': 'max-age=31556952' },
  pages: {
    '/': docusaurusPage('/', 'Pipewright builds and ships your work', ''),
    '/docs/intro': docusaurusPage(
      '/docs/intro',
      'Introduction to building with Pipewright',
      '<p>Open <a href="http://localhost:3000/">http://localhost:3000</a> in a browser.</p><h2 id="run">Run it<a href="#run" class="hash-link" aria-label="Direct link to Run it">​</a></h2>',
    ),
    '/docs/deploy': docusaurusPage(
      '/docs/deploy',
      'Deploying with Pipewright to a host',
      '<p>See also <a href="/docs/hosting">hosting on your own machine</a>.</p>',
    ),
    '/sitemap.xml': urlset(docs, '/', '/docs/intro', '/docs/deploy'),
    '/assets/css/styles.1b.css': style,
  },
  faults: {
    http_4xx: ['/docs/hosting'],
    broken_internal_link: ['/docs/deploy'],
    broken_resource: ['/', '/docs/deploy', '/docs/intro'],
  },
  notices: [
    ...['csp_missing', 'xcto_missing', 'xfo_missing', 'referrer_policy_missing', 'robots_txt_missing'],
    ...['structured_data_missing', 'title_equals_h1'],
  ],
};

const dentist = 'brightsmile-dental.net';

function dentistPage(path: string, title: string, main: string): string {
  const more = `<script type="application/ld+json"></script><script src="/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js" defer></script>`;
  return `${head({ url: `https://${dentist}${path}`, title, more })}<body><header><a href="/" title="Bright Smile, the home page"><img src="/logo.png" alt="" width="120" height="40"></a> <a href="/services">Services and prices</a></header><main><h1>${title} for you</h1><p>${proseAbout(title)}</p>${main}</main><footer>Write to <a href="/cdn-cgi/l/email-protection#a1cec7c7"><span class="__cf_email__" data-cfemail="a1cec7">[email&#160;protected]</span></a></footer><script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script></body></html>`;
}

export const cloudflare: CorpusSite = {
  name: 'a small business behind Cloudflare',
  host: dentist,
  headers: { server: 'cloudflare' },
  pages: {
    '/': dentistPage(
      '/',
      'Gentle dentists in Springfield',
      '<img src="http://brightsmile-dental.net/team.jpg" alt="Our team" width="800" height="500">',
    ),
    '/services': dentistPage('/services', 'Services and prices of our dentists', ''),
    '/robots.txt': text(
      `# BEGIN Cloudflare Managed content\nUser-agent: *\nContent-Signal: search=yes,ai-train=no\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: CCBot\nDisallow: /\n# END Cloudflare Managed Content\n\nSitemap: https://${dentist}/sitemap.xml\n`,
    ),
    '/sitemap.xml': urlset(dentist, '/', '/services'),
    '/logo.png': picture,
    '/team.jpg': picture,
  },
  faults: { mixed_content: ['/'] },
  notices: [...headers, ...social, 'structured_data_missing'],
};

const club = 'www.chessclub-oldham.org.uk';
const oldPage = (title: string, body: string) =>
  `<HTML><HEAD><TITLE>${title}</TITLE><META HTTP-EQUIV="refresh" CONTENT="300"></HEAD><BODY BGCOLOR="#FFFFCC" TEXT=black><CENTER><FONT SIZE="+3" COLOR=red><B>Oldham Chess Club</B></FONT><BR><IMG SRC="knight.gif"><HR></CENTER>${body}<HR><A HREF="index.html">Home</A> <A HREF="results.html">Results</A><OBJECT TYPE="application/x-shockwave-flash" DATA="board" WIDTH=200 HEIGHT=200></OBJECT></BODY></HTML>`;

export const plainHtml: CorpusSite = {
  name: 'plain HTML of 1999',
  host: club,
  headers: { server: 'Apache', 'content-type': 'text/html' },
  pages: {
    '/': oldPage('Oldham Chess Club', `<P>${proseAbout('chess')}`),
    '/results.html': oldPage(
      'Results of the season',
      `<TABLE BORDER=1><TR><TD>${proseAbout('results')}</TABLE>`,
    ),
    '/index.html': { status: 301, headers: { location: '/' } },
    '/knight.gif': picture,
  },
  faults: {
    viewport_missing: ['/', '/results.html'],
    charset_missing: ['/', '/results.html'],
    lang_missing: ['/', '/results.html'],
    description_missing: ['/', '/results.html'],
    h1_missing: ['/', '/results.html'],
    img_alt_missing: ['/', '/results.html'],
    meta_refresh_reload: ['/', '/results.html'],
    plugin_content: ['/', '/results.html'],
    broken_resource: ['/', '/results.html'],
  },
  notices: [
    'sitemap_missing',
    ...headers,
    ...social,
    ...[
      'doctype_missing',
      'deprecated_tags',
      'canonical_missing',
      'structured_data_missing',
      'robots_txt_missing',
    ],
    ...['favicon_missing', 'title_short', 'img_no_dimensions', 'redirect', 'internal_link_redirect'],
  ],
};

const staging = 'staging.northwind-furniture.com';
const production = 'https://www.northwind-furniture.com';
const stagingPage = (path: string, title: string) =>
  `${head({ url: `${production}${path}`, title })}<body><nav><a href="/">Northwind Furniture</a> <a href="/chairs">Chairs of oak</a> <a href="/tables">Tables of ash</a></nav><main><h1>${title} here</h1><p>${proseAbout(title)}</p></main></body></html>`;

export const stagingCopy: CorpusSite = {
  name: 'a staging copy whose canonicals are on the live site',
  host: staging,
  pages: {
    '/': stagingPage('/', 'Furniture of oak and ash, made to last'),
    '/chairs': stagingPage('/chairs', 'Chairs of oak for long evenings'),
    '/tables': stagingPage('/tables', 'Tables of ash for many guests'),
    '/robots.txt': text('User-agent: *\nDisallow:\n'),
    '/sitemap.xml': urlset(staging, '/', '/chairs', '/tables'),
  },
  faults: {
    canonical_sitewide_elsewhere: ['/'],
    sitemap_has_noncanonical: ['/', '/chairs', '/tables'],
  },
  notices: [
    ...headers,
    ...social,
    'canonical_other_url',
    'sitemap_not_in_robots',
    'structured_data_missing',
    'title_short',
  ],
};

const wix = 'www.blumenhaus-lindner.de';
const wixPage = (path: string, title: string, main: string, robots = '') =>
  `${head({ url: `https://${wix}${path === '/' ? '' : path}`, title, lang: 'de', more: `<meta name="generator" content="Wix.com Website Builder">${robots}<meta property="og:title" content="${title}"><meta property="og:image" content="https://static.wixstatic.com/media/a.jpg"><meta property="og:url" content="https://${wix}${path === '/' ? '' : path}"><meta name="format-detection" content="telephone=no">` })}<body><div id="SITE_CONTAINER"><div id="main_MF"><header id="SITE_HEADER" class="x4OcC4" tabindex="-1"><nav aria-label="Website"><a data-testid="linkElement" href="https://${wix}" target="_self">Startseite des Ladens</a><a data-testid="linkElement" href="https://${wix}/%C3%BCber-uns" target="_self">Über unseren Laden</a></nav></header><main id="PAGES_CONTAINER">${main}<wow-image id="img_1"><img src="https://static.wixstatic.com/media/a.jpg" alt="Strauß" style="width:300px;height:200px;object-fit:cover"></wow-image></main></div></div></body></html>`;
const german =
  'Der Laden liegt am Markt und die Blumen kommen jeden Morgen von den Feldern der Umgebung. Wir binden Sträuße für Feste und für den Alltag, und wir liefern auch in die Dörfer. ';

export const wixSite: CorpusSite = {
  name: 'a Wix site in German',
  host: wix,
  headers: {
    server: 'Pepyaka',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=86400',
  },
  pages: {
    '/': wixPage(
      '/',
      'Blumenhaus Lindner am Markt in Weida',
      `<h1>Blumen vom Feld</h1><p>${german.repeat(8)}</p>`,
    ),
    '/%C3%BCber-uns': wixPage(
      '/%C3%BCber-uns',
      'Über unseren Laden und die Menschen',
      `<h2>Seit 1950 am Markt</h2><p>${`Seit drei Generationen steht ein Lindner hinter der Theke, und das soll so bleiben. ${german}`.repeat(6)}</p>`,
    ),
    '/robots.txt': text(
      `User-agent: *\nAllow: /\nDisallow: *?lightbox=\n\nUser-agent: PetalBot\nDisallow: /\n\nSitemap: https://${wix}/sitemap.xml\n`,
    ),
    '/sitemap.xml': urlset(wix, '/', '/%C3%BCber-uns'),
  },
  faults: { h1_missing: ['/%C3%BCber-uns'] },
  notices: [
    ...[
      'csp_missing',
      'xfo_missing',
      'referrer_policy_missing',
      'hsts_weak',
      'og_description_missing',
      'twitter_card_missing',
    ],
    ...['structured_data_missing', 'url_non_ascii'],
  ],
};
