import { proseAbout } from '#test/shared/site-audit/checks/perfect-page.ts';
import { type CorpusSite, picture, style, text, urlset } from './corpus-site.ts';

const headers = ['hsts_missing', 'csp_missing', 'xcto_missing', 'xfo_missing', 'referrer_policy_missing'];

interface WordPressPage {
  readonly path: string;
  readonly title: string;
  readonly description?: string;
  readonly robots?: string;
  readonly main: string;
}

const blog = 'blog.oakandrye.com';

/** Yoast in the head, blocks in the body, comments that reply on the page itself. */
function wordPressPage({ path, title, description, robots = 'index, follow', main }: WordPressPage): string {
  const url = `https://${blog}${path}`;
  const described = description === undefined ? '' : `<meta name="description" content="${description}" />`;
  return `<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name='robots' content='${robots}, max-image-preview:large, max-snippet:-1, max-video-preview:-1' /><title>${title} - Oak &amp; Rye Bakery Journal</title>${described}
<link rel="canonical" href="${url}" /><meta property="og:locale" content="en_US" /><meta property="og:title" content="${title}" /><meta property="og:description" content="${description ?? title}" /><meta property="og:url" content="${url}" /><meta property="og:image" content="https://${blog}/wp-content/uploads/loaf.png" /><meta name="twitter:card" content="summary_large_image" />
<script type="application/ld+json" class="yoast-schema-graph">{"@context":"https://schema.org","@graph":[{"@type":"WebPage","@id":"${url}","url":"${url}","name":"${title}","isPartOf":{"@id":"https://${blog}/#website"},"breadcrumb":{"@id":"${url}#breadcrumb"}},{"@type":"BreadcrumbList","@id":"${url}#breadcrumb","itemListElement":[{"@type":"ListItem","position":1,"name":"Home"}]},{"@type":"WebSite","@id":"https://${blog}/#website","name":"Oak &amp; Rye"},{"@type":["Person","Organization"],"@id":"https://${blog}/#/schema/person/1","name":"Ann"}]}</script>
<link rel='dns-prefetch' href='//stats.wp.com' /><link rel="alternate" type="application/rss+xml" title="Feed" href="https://${blog}/feed/" /><link rel='stylesheet' id='wp-block-library-css' href='https://${blog}/wp-includes/css/style.min.css?ver=6.8' media='all' /><link rel="https://api.w.org/" href="https://${blog}/wp-json/" /><link rel='shortlink' href='https://${blog}/?p=7' /><link rel="icon" href="/wp-content/uploads/icon.png" sizes="32x32" />
<script>window._wpemojiSettings={"source":"<svg>"};</script></head>
<body class="wp-singular single single-post wp-theme"><a class="skip-link screen-reader-text" href="#wp--skip-link--target">Skip to content</a><div class="wp-site-blocks"><header class="wp-block-template-part"><p class="wp-block-site-title"><a href="https://${blog}" rel="home">Oak &amp; Rye</a></p><nav class="wp-block-navigation"><a href="https://${blog}/sourdough-basics/">Sourdough basics</a> <a href="https://${blog}/rye-in-winter/">Rye in winter</a> <a href="https://${blog}/category/news/">News of the bakery</a> <a href="https://${blog}/about/">About the bakery</a></nav></header>
<main id="wp--skip-link--target">${main}</main><footer><a href="https://wordpress.org" rel="nofollow">WordPress</a></footer></div><noscript><img height="1" width="1" style="display:none" src="https://www.facebook.com/tr?id=1"/></noscript></body></html>`;
}

const post = (topic: string) =>
  `<article><h1 class="wp-block-post-title">All about ${topic}</h1><p>${proseAbout(topic)}</p><figure class="wp-block-image"><img decoding="async" width="1024" height="683" src="https://${blog}/wp-content/uploads/loaf.png" alt="A loaf" srcset="https://${blog}/wp-content/uploads/loaf.png 1024w" /></figure><ol class="wp-block-comment-template"><li><a rel="nofollow" class="comment-reply-link" href="#comment-3" data-commentid="3" aria-label="Reply to Tom">Reply</a></li></ol></article>`;

export const wordPress: CorpusSite = {
  name: 'a WordPress blog with Yoast',
  host: blog,
  headers: { server: 'Apache' },
  pages: {
    '/': wordPressPage({
      path: '/',
      title: 'Bread, rye and patience from our town',
      description:
        'Notes from a small bakery on sourdough, rye, old ovens and the people who come early for warm bread.',
      main: `<h1>The journal of a small bakery</h1><p>${proseAbout('bakery')}</p>`,
    }),
    '/sourdough-basics/': wordPressPage({
      path: '/sourdough-basics/',
      title: 'Sourdough basics for the home oven',
      description:
        'How to begin with sourdough at home: flour, water, patience, a warm place and a heavy pot with a lid.',
      main: post('sourdough'),
    }),
    '/rye-in-winter/': wordPressPage({
      path: '/rye-in-winter/',
      title: 'Rye in winter, and why it likes the cold',
      description:
        'Why rye likes the cold, how we bake with it from November on, and what to eat with a dark loaf.',
      main: `${post('rye')}<img src="https://${blog}/wp-content/uploads/dark.png" width="600" height="400">`,
    }),
    '/category/news/': wordPressPage({
      path: '/category/news/',
      title: 'News of the bakery, month by month',
      main: `<h1>News of the bakery</h1><p>${proseAbout('news')}</p>`,
    }),
    '/about/': wordPressPage({
      path: '/about/',
      title: 'About the people behind the counter',
      description:
        'Who bakes at Oak & Rye, where the flour comes from, and how to find us in the old town on a Saturday.',
      main: `<h1>About the bakery</h1><p>${proseAbout('about')}</p><a href="https://${blog}/old-oven/">The story of our old oven</a>`,
    }),
    '/robots.txt': text(
      `User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n\nSitemap: https://${blog}/wp-sitemap.xml\n`,
    ),
    '/wp-sitemap.xml': urlset(
      blog,
      '/',
      '/sourdough-basics/',
      '/rye-in-winter/',
      '/category/news/',
      '/about/',
    ),
    '/wp-content/uploads/loaf.png': picture,
    '/wp-content/uploads/dark.png': picture,
    '/wp-includes/css/style.min.css?ver=6.8': style,
  },
  faults: {
    description_missing: ['/category/news/'],
    img_alt_missing: ['/rye-in-winter/'],
    http_4xx: ['/old-oven/'],
    broken_internal_link: ['/about/'],
  },
  notices: [...headers, 'title_long', 'broken_fragment'],
};

const shop = 'www.tentandtrail.com';

interface ShopPage {
  readonly path: string;
  readonly title: string;
  readonly canonical?: string;
  readonly ld?: string;
  readonly main: string;
}

function shopifyPage({ path, title, canonical = path, ld = '', main }: ShopPage): string {
  const url = `https://${shop}${canonical}`;
  return `<!doctype html><html class="no-js" lang="en"><head><meta charset="utf-8"><meta http-equiv="X-UA-Compatible" content="IE=edge"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="canonical" href="${url}"><link rel="preconnect" href="https://cdn.shopify.com" crossorigin><link rel="icon" type="image/png" href="//www.tentandtrail.com/cdn/shop/files/icon.png?width=32"><title>${title} &ndash; Tent &amp; Trail</title><meta name="description" content="${title}: tested on real trails, sent within a day, and taken back within ninety days if it does not suit you."><meta property="og:site_name" content="Tent & Trail"><meta property="og:url" content="${url}"><meta property="og:title" content="${title}"><meta property="og:type" content="website"><meta property="og:description" content="${title}"><meta property="og:image" content="https://www.tentandtrail.com/cdn/shop/files/og.png"><meta name="twitter:card" content="summary_large_image"><script>window.performance && window.performance.mark && window.performance.mark('shopify.content_for_header.start');</script><script id="shopify-features" type="application/json">{"accessToken":"1","locale":"en"}</script>${ld}<link href="//www.tentandtrail.com/cdn/shop/t/4/assets/base.css?v=1" rel="stylesheet" type="text/css" media="all"></head>
<body class="gradient"><a class="skip-to-content-link" href="#MainContent">Skip to content</a><div id="shopify-section-header"><header><a href="/" class="header__heading-link"><img src="//www.tentandtrail.com/cdn/shop/files/logo.png?width=90" alt="Tent &amp; Trail" width="90" height="30"></a><nav><ul><li><a href="/collections/tents">Tents for two</a></li><li><a href="/pages/about">About us and our shop</a></li></ul></nav><a href="/cart" class="header__icon" id="cart-icon-bubble"><svg><title>Bag</title></svg><span class="visually-hidden">Cart</span></a></header></div>
<main id="MainContent">${main}</main><div id="shopify-section-footer"><footer><a href="/policies/privacy-policy">Privacy policy</a></footer></div></body></html>`;
}

const product = (name: string, more: string) =>
  `<script type="application/ld+json">{"@context":"http://schema.org/","@type":"Product","name":"${name}","url":"https://${shop}/products/ridge"${more}}</script>`;
const offers =
  ',"offers":[{"@type":"Offer","price":"199.00","priceCurrency":"USD","availability":"http://schema.org/InStock"}]';

const ridge: ShopPage = {
  path: '/products/ridge',
  title: 'Ridge tent for two people in wind',
  ld: product('Ridge', offers),
  main: `<h1>Ridge tent for two</h1><p>${proseAbout('ridge')}</p><form action="/cart/add" method="post"><button>Add</button></form>`,
};

export const shopify: CorpusSite = {
  name: 'a Shopify shop',
  host: shop,
  headers: {
    'strict-transport-security': 'max-age=7889238',
    'content-security-policy': "block-all-mixed-content; frame-ancestors 'none'; upgrade-insecure-requests;",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    server: 'cloudflare',
  },
  pages: {
    '/': shopifyPage({
      path: '/',
      title: 'Tents and stoves for long trails',
      main: `<h1>Tents and stoves</h1><p>${proseAbout('tents')}</p><a href="javascript:void(0)" onclick="openQuiz()">Find your tent</a>`,
    }),
    '/collections/tents': shopifyPage({
      path: '/collections/tents',
      title: 'Tents for two that stand in wind',
      main: `<h1>Tents for two</h1><p>${proseAbout('collection')}</p><ul><li><a href="/collections/tents/products/ridge">Ridge tent</a></li><li><a href="/products/vale">Vale tent</a></li></ul>`,
    }),
    '/products/ridge': shopifyPage(ridge),
    '/collections/tents/products/ridge': shopifyPage({
      ...ridge,
      path: '/collections/tents/products/ridge',
      canonical: '/products/ridge',
    }),
    '/products/vale': shopifyPage({
      path: '/products/vale',
      title: 'Vale tent, the light one for summer',
      ld: product('Vale', ''),
      main: `<h1>Vale tent for summer</h1><p>${proseAbout('vale')}</p>`,
    }),
    '/pages/about': shopifyPage({
      path: '/pages/about',
      title: 'About us, two people and a van',
      main: `<h1>About Tent and Trail</h1><p>${proseAbout('van')}</p>`,
    }),
    '/policies/privacy-policy': shopifyPage({
      path: '/policies/privacy-policy',
      title: 'Privacy policy of Tent and Trail',
      main: `<h1>Privacy policy</h1><p>${proseAbout('privacy')}</p>`,
    }),
    '/robots.txt': text(
      `# we use Shopify as our ecommerce platform\nUser-agent: *\nDisallow: /admin\nDisallow: /cart\nDisallow: /orders\nDisallow: /*/checkouts\nDisallow: /collections/*sort_by*\nDisallow: /*?*oseid=*\nSitemap: https://${shop}/sitemap.xml\n\nUser-agent: AhrefsBot\nCrawl-delay: 10\nDisallow: /admin\n`,
    ),
    '/sitemap.xml': urlset(
      shop,
      '/',
      '/collections/tents',
      '/products/ridge',
      '/products/vale',
      '/pages/about',
      '/policies/privacy-policy',
    ),
    '/cdn/shop/files/logo.png?width=90': picture,
    '/cdn/shop/t/4/assets/base.css?v=1': style,
  },
  faults: { link_uncrawlable: ['/'], rich_result_required_missing: ['/products/vale'] },
  notices: [
    'referrer_policy_missing',
    'canonical_other_url',
    'structured_data_missing',
    'rich_result_recommended_missing',
  ],
};
