import { type CheckCases, home, inner, perfect } from './case.ts';
import { proseAbout } from './perfect-page.ts';

const title = (text: string) => ({ title: `<title>${text}</title>` });
const description = (text: string) => ({ description: `<meta name="description" content="${text}">` });
const robots = '<meta name="robots" content="noindex">';
const canonical = (href: string) => ({ canonical: `<link rel="canonical" href="${href}">` });
const german =
  '<p>Wir backen das Brot jeden Morgen und bringen es mit dem Rad zu den Leuten, die nicht mehr gut gehen können. Es ist für uns eine Freude, und auch für sie ist es der schönste Teil des Tages, den wir nicht missen werden.</p>';

export const titleCases: CheckCases = {
  title_missing: {
    fails: home({ title: '<title> </title>', body: '<svg><title>Logo of the shop</title></svg>' }),
    passes: home({ title: '<title>A</title>' }),
  },
  title_multiple: {
    fails: home({ head: '<title>Another</title>' }),
    passes: home({ body: '<svg><title>Logo</title></svg>' }),
  },
  title_outside_head: {
    fails: home({ body: '<title>Late</title>' }),
    passes: home({ body: '<svg><title>Logo</title></svg>' }),
  },
  title_long: {
    fails: inner(title('x'.repeat(61))),
    // 60 characters, but more than 60 bytes: characters are what counts.
    passes: inner(title(`${'ä'.repeat(20)} ${'l'.repeat(39)}`)),
  },
  title_short: {
    fails: inner(title('x'.repeat(29))),
    passes: inner(title('x'.repeat(30)), title('日本語のページの題名はここにあります')),
  },
  title_equals_h1: {
    fails: inner({
      ...title('The best bread in the old town'),
      h1: '<h1>The <em>best</em> bread in the old town</h1>',
    }),
    passes: perfect,
  },
  title_boilerplate_only: {
    fails: inner(title('| Shop'), title('Home')),
    passes: inner(
      title('Home-made bread | Shop'),
      title('How we bake our bread »'),
      title(':: Bread that rises – Shop'),
    ),
  },
  title_irrelevant: {
    fails: inner(title('Quantum computers explained thoroughly for experts')),
    passes: inner(title('Quantum bread')),
  },
  description_missing: {
    fails: home({ description: '<meta name="description" content="  ">' }),
    passes: perfect,
  },
  description_long: {
    fails: inner(description('ü'.repeat(161))),
    passes: inner(description('ü'.repeat(160))),
  },
  description_short: {
    fails: inner(description('x'.repeat(69))),
    passes: inner(description('x'.repeat(70))),
  },
  description_multiple: {
    fails: home({ head: '<meta name="description" content="Another">' }),
    passes: home({ head: '<meta property="og:description" content="Another">' }),
  },
  description_outside_head: {
    fails: home({ body: '<meta name="description" content="Late">' }),
    passes: perfect,
  },
  title_duplicate: {
    fails: inner(title('The same words on two pages'), title('the same  words on two pages')),
    passes: inner(
      title('The same words on two pages'),
      { ...title('The same words on two pages'), head: robots },
      { ...title('The same words on two pages'), ...canonical('https://shop.com/page-a') },
    ),
  },
  description_duplicate: {
    fails: inner(
      description('One description for all of the pages that the shop has, word for word'),
      description('One description for all of the pages that the shop has, word for word'),
    ),
    passes: perfect,
  },
};

export const headingCases: CheckCases = {
  h1_missing: {
    fails: home({ h1: '<h1> </h1><h2>A</h2>' }),
    passes: home({ h1: '<h1><img src="a.png" alt="The shop"></h1>' }),
  },
  h1_alt_only: {
    fails: home({ h1: '<h1><img src="a.png" alt="The shop"></h1>' }),
    passes: home({ h1: '<h1><img src="a.png" alt="Logo"> The shop</h1>' }),
  },
  h1_multiple: { fails: home({ h1: '<h1>A</h1><h1>B</h1>' }), passes: home({ h1: '<h1>A</h1><h1></h1>' }) },
  h1_long: {
    fails: home({ h1: `<h1>${'x'.repeat(71)}</h1>` }),
    passes: home({ h1: `<h1>${'ö'.repeat(70)}</h1>` }),
  },
  heading_order: {
    fails: home({ body: '<h3>A</h3>' }),
    passes: home({ body: '<h2>A</h2><h3>B</h3><h2>C</h2>' }),
  },
  heading_empty: {
    fails: home({ body: '<h2><span></span></h2>' }),
    passes: home({ body: '<h2><img src="a.png" alt="A"></h2>' }),
  },
  h1_duplicate: { fails: inner({ h1: '<h1>Same</h1>' }, { h1: '<h1>same</h1>' }), passes: perfect },
};

export const contentCases: CheckCases = {
  thin_content: {
    fails: inner(
      { text: `<p>${'word '.repeat(150)}</p>` },
      { at: '/tags/bread/', h1: '', text: '<article><a href="/bread">Good bread</a></article>' },
    ),
    passes: inner(
      { at: '/contact', text: `<p>${'word '.repeat(150)}</p>` },
      { text: `<p>${'日'.repeat(300)}</p>` },
    ),
  },
  near_empty: {
    fails: inner({ h1: '', text: '<p>Soon here</p>' }),
    passes: inner(
      { text: `<p>${'word '.repeat(10)}</p>` },
      { at: '/cart.html', h1: '', text: '<p>Nothing here yet</p>' },
      { h1: '', text: '<canvas></canvas>' },
      { h1: '', text: '<img src="/a.jpg" alt="">'.repeat(3) },
      { at: '/tags/bread/', h1: '', text: '<article><a href="/bread">Good bread</a></article>' },
      { h1: '', text: '</main><aside><article><p>Manuals of all that we bake</p></article></aside><main>' },
      { h1: '', text: `<article><header><p>${'word '.repeat(10)}</p></header></article>` },
    ),
  },
  js_only_shell: {
    fails: home({ h1: '', nav: '', text: '<div id="root"></div><script src="/app.js"></script>' }),
    passes: inner(
      { body: '<div id="root"></div>' },
      { h1: '', text: '<p>Tags: bread, rolls</p><noscript>Better with JavaScript</noscript>' },
      { h1: '', nav: '', text: `<script src="/slides.js"></script>${'<img src="/a.jpg" alt="">'.repeat(3)}` },
    ),
  },
  text_ratio_low: {
    fails: home({ head: `<style>${'a{}'.repeat(40_000)}</style>` }),
    passes: home({ head: `<style>${'a{}'.repeat(1000)}</style>` }),
  },
  lorem_ipsum: {
    fails: home({ body: '<p>Lorem ipsum dolor sit amet</p>' }),
    passes: home({ body: '<p>We never use lorem ipsum here.</p>' }),
  },
  placeholder_text: {
    fails: home({ body: '<p>Your text goes here</p>' }),
    passes: home({ body: '<p>You write your text in this field. Eso lo es todo: un campo.</p>' }),
  },
  hidden_text: {
    fails: home({ body: `<div style="position:absolute; left:-9999px">${proseAbout('pills', 12)}</div>` }),
    passes: home({
      body: `<div class="tab" style="display:none">${proseAbout('boats', 12)}</div><p style="display:none">Not long.</p>`,
    }),
  },
  hidden_links: {
    fails: home({
      body: '<div style="position:absolute;top:0;left:-9999px"><a href="https://pills.net/">cheap pills</a></div>',
    }),
    passes: home({
      body: '<p style="display:none"><a href="/old">Old bread</a><a rel="me" href="https://social.net/@shop">Us elsewhere</a><a href="https://count.net/"><img src="/c.gif" alt=""></a></p><div class="menu" style="display:none"><a href="https://mill.net/">Our mill</a></div><a href="https://mill.net/">Our mill</a>',
    }),
  },
  readability_low: {
    fails: inner({
      at: '/blog/hard',
      text: `<p>${'Institutional interdependencies notwithstanding, the characterisation of organisational responsibilities necessitates comprehensive reconsideration of the administrative infrastructure that is the foundation of our multidimensional accountability considerations. '.repeat(10)}</p>`,
    }),
    passes: inner(
      { at: '/blog/easy' },
      {
        at: '/blog/list',
        text: `<ul>${'<li>Administrative infrastructure considerations, of the foundation'.repeat(60)}</ul>`,
      },
    ),
  },
  content_in_iframe: {
    fails: home({ text: '<iframe src="https://booking.net/shop"></iframe>' }),
    passes: inner(
      { body: '<iframe src="https://video.net/1"></iframe>' },
      { text: '<p>Write to us</p></main><iframe src="https://badge.net/1"></iframe><main>' },
    ),
  },
  frames: { fails: home({ html: '<frameset cols="1,2"><frame src="a"></frameset>' }), passes: perfect },
  plugin_content: {
    fails: home({ body: '<object type="application/x-shockwave-flash" data="/film"></object>' }),
    passes: home({
      body: '<embed src="/paper.pdf" type="application/pdf"><object type="image/svg+xml" data="/a.svg"></object>',
    }),
  },
  lang_mismatch: {
    fails: home({ text: german, h1: '<h1>Brot</h1>' }),
    passes: inner(
      { text: german, h1: '<h1>Brot</h1>', lang: 'de-AT' },
      { text: '<p>Brot</p>' },
      { lang: 'de dir=' },
      { text: `<p>${'Новини та акції. '.repeat(9)}</p><p>${proseAbout('cookies', 12)}</p>`, lang: 'uk' },
    ),
  },
  duplicate_content_exact: {
    fails: inner({ topic: 'bread' }, { topic: 'bread' }),
    passes: inner(
      { text: '<p>Sold out</p>', h1: '' },
      { text: '<p>Sold out</p>', h1: '' },
      { at: '/list/', topic: 'list', canonical: '', social: '' },
      { at: '/list/index.html', topic: 'list', canonical: '', social: '' },
    ),
  },
  duplicate_content_near: {
    fails: inner(
      { text: `<p>${proseAbout('bread', 60)}</p>`, h1: '<h1>A</h1>' },
      { text: `<p>${proseAbout('bread', 60)} Today.</p>`, h1: '<h1>A</h1>' },
    ),
    passes: inner({ topic: 'bread' }, { topic: 'boats' }),
  },
  duplicate_url_variants: {
    fails: inner(
      { at: '/bread', topic: 'bread', canonical: '', social: '' },
      { at: '/Bread/', topic: 'bread', canonical: '', social: '' },
    ),
    passes: inner(
      { topic: 'bread' },
      { topic: 'bread' },
      {
        at: '/list/',
        topic: 'list',
        canonical: '<link rel="canonical" href="/list/index.html">',
        social: '',
      },
      {
        at: '/list/index.html',
        topic: 'list',
        canonical: '<link rel="canonical" href="/list/index.html">',
        social: '',
      },
    ),
  },
};
