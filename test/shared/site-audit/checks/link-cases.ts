import { type CheckCases, home, hop, inner, perfect } from './case.ts';

const chain = (length: number) => ({
  pages: Array.from({ length }, (_, n) => ({
    at: n === 0 ? '/' : `/step${n}`,
    nav: `<a href="/step${n + 1}">the next step</a>`,
  })),
});
const alternates = (set: Readonly<Record<string, string>>) =>
  Object.entries(set)
    .map(([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${href}">`)
    .join('');
const [en, de] = ['https://shop.com/page-a', 'https://shop.com/page-b'];
const both = alternates({ en, de, 'x-default': en });
const image = (attributes: string) => home({ body: `<img ${attributes}>` });

export const linkCases: CheckCases = {
  link_no_href: {
    fails: home({ body: '<a class="b">Buy</a>' }),
    passes: home({ body: '<a name="top">Top</a><a role="button">Buy</a>' }),
  },
  link_uncrawlable: {
    fails: home({ body: '<a href="javascript:void(0)" onclick="go()">Menu of the shop</a>' }),
    passes: home({ body: '<a role="button" href="javascript:void(0)">Menu of the shop</a>' }),
  },
  link_malformed: {
    fails: home({ body: '<a href="http://https://shop.com/">Shop</a>' }),
    passes: home({ body: '<a href="tel:+49 30 1">Call us now</a><a href="a b">Blank is fine</a>' }),
  },
  link_text_generic: {
    fails: home({ body: '<a href="/x">Weiterlesen …</a>' }),
    passes: home({ body: '<a href="/x" aria-label="Read more about bread">more</a><a href="/">Start</a>' }),
  },
  link_text_empty: {
    fails: home({ body: '<a href="/x"><img src="a.png" alt=""></a>' }),
    passes: home({ body: '<a href="/x"><svg aria-label="Cart"></svg></a><a href="/y" title="Search"></a>' }),
  },
  links_too_many: {
    fails: home({
      body: Array.from({ length: 301 }, (_, n) => `<a href="/p${n}">Page number ${n}</a>`).join(''),
    }),
    passes: home({ body: '<a href="/p">The same page</a>'.repeat(400) }),
  },
  // A site of one page has nowhere to link to.
  dead_end: {
    fails: inner({ nav: '<a href="#top">Top</a>' }),
    passes: home({ nav: '<a href="#top">Top</a>' }),
  },
  nofollow_internal: {
    fails: home({ body: '<a rel="nofollow" href="/bread">Bread</a>' }),
    passes: home({
      body: '<a rel="nofollow" href="/login">Sign in here</a><a rel="nofollow" href="https://x.org">X org</a><a rel="nofollow" href="#respond">Write to us</a><a rel="nofollow" href="/#">To the top</a><a rel="nofollow" href="/go/mill">Our mill</a>',
    }),
  },
  link_session_id: {
    fails: home({ body: '<a href="/bread;jsessionid=1A2B">Bread</a>' }),
    passes: home({ body: '<a href="/bread?side=left">Bread</a><a href="https://x.org/?sid=1">X org</a>' }),
  },
  broken_external_link: {
    fails: {
      ...home({ body: '<a href="https://gone.org/a#b">Gone</a>' }),
      probes: { external: { 'https://gone.org/a': { status: 404 } } },
    },
    passes: {
      ...home({ body: '<a href="https://shy.org/">Shy</a><a href="https://busy.org/">Busy</a>' }),
      probes: { external: { 'https://shy.org/': { status: null }, 'https://busy.org/': { status: 503 } } },
    },
  },
  broken_fragment: {
    fails: inner({ body: '<a href="/#nowhere">There</a>' }),
    passes: inner({
      body: '<p id="caf\u00e9"></p><a name="old"></a><a href="#caf%C3%A9">A</a><a href="#old">B</a><a href="#top">C</a><a href="#/route">D</a><a href="/#:~:text=bread">E</a><a href="/unread#x">F</a><a href="#tab" role="tab">G</a><a href="#pop" data-link-type="popup">H</a><a href="#bmFtZQ==">I</a><a href="#menu" class="menu-button">J</a>',
    }),
  },
  broken_internal_link: {
    fails: {
      ...home({ body: '<a href="/gone">Gone</a>' }),
      probes: { targets: { '/gone': { status: 404 } } },
    },
    passes: {
      ...home({ body: '<a href="/shy">Shy</a><a href="/new">Unknown</a>' }),
      probes: { targets: { '/shy': { status: null } } },
    },
  },
  amphtml_to_error: {
    fails: {
      pages: [{ head: '<link rel="amphtml" href="/amp/">' }],
      probes: { targets: { '/amp/': { status: 404 } } },
    },
    passes: {
      pages: [{ head: '<link rel="amphtml" href="/amp/">' }],
      probes: { targets: { '/amp/': {} } },
    },
  },
  internal_link_redirect: {
    fails: {
      ...home({ body: '<a href="/old">Old</a>' }),
      probes: { targets: { '/old': { hops: [hop('/old', '/new')], finalUrl: 'https://shop.com/new' } } },
    },
    passes: { ...home({ body: '<a href="/fine">Fine</a>' }), probes: { targets: { '/fine': {} } } },
  },
  orphan_in_sitemap: { fails: inner({}), passes: { ...inner({}), waiting: 3 } },
  deep_page: { fails: chain(6), passes: chain(5) },
};

export const urlCases: CheckCases = {
  url_uppercase: { fails: inner({ at: '/Bread' }), passes: inner({ at: '/caf%C3%A9' }) },
  url_underscore: { fails: inner({ at: '/our_bread' }), passes: inner({ at: '/bread?sort_by=a' }) },
  url_space: { fails: inner({ at: '/our%20bread' }), passes: inner({ at: '/bread?q=a+b' }) },
  url_double_slash: { fails: inner({ at: '/bread//rye' }), passes: inner({ at: '/bread?u=https://x.org' }) },
  url_non_ascii: { fails: inner({ at: '/caf%C3%A9' }), passes: inner({ at: '/cafe%2Fbar' }) },
  url_many_params: {
    fails: inner({ at: '/bread?a=1&b=2&c=3&d=4' }),
    passes: inner({ at: '/bread?a=1&b=2&c=3' }),
  },
  url_long: {
    fails: inner({ at: `/${'a'.repeat(100)}` }),
    passes: inner({ at: `/${'a'.repeat(90)}` }, { at: `/${encodeURIComponent('хліб'.repeat(20))}` }),
  },
  url_repetitive: { fails: inner({ at: '/a/b/a/b/a' }), passes: inner({ at: '/a/b/a' }) },
};

export const imageCases: CheckCases = {
  img_alt_missing: {
    fails: image('src="a.png"'),
    passes: home({
      body: '<img src="a.png" alt=""><img src="dot.gif" width="1px" height="1px"><img src="seen.gif" style="display:none"><img src="t.gif" style="height:1px; width:1px;">',
    }),
  },
  img_alt_empty_link: {
    fails: home({ body: '<a href="/x"><img src="a.png" alt=""></a>' }),
    passes: home({
      body: '<a href="/x"><img src="a.png" alt=""> Bread</a><a href="/y" title="Boats"><img src="b.png" alt=""></a>',
    }),
  },
  img_alt_long: {
    fails: image(`src="a.png" alt="${'é'.repeat(101)}"`),
    passes: image(`src="a.png" alt="${'é'.repeat(100)}"`),
  },
  img_no_dimensions: { fails: image('src="a.png" alt="A"'), passes: image('src="a.svg" alt="A"') },
  hero_image_lazy: {
    fails: image('src="/a.png" alt="A" width="800" height="400" loading="lazy"'),
    passes: image('src="/a.png" alt="A" width="80" height="40" loading="lazy"'),
  },
  img_src_missing: { fails: image('alt="A"'), passes: image('alt="A" srcset="a.png 1x"') },
  broken_image: {
    fails: { ...image('src="/a.png" alt="A"'), probes: { targets: { '/a.png': { status: 404 } } } },
    passes: {
      ...home({ body: '<img src="/a.png" alt="A"><img src="https://cdn.org/b.png" alt="B">' }),
      probes: { targets: { '/a.png': { status: 200 } } },
    },
  },
  broken_resource: {
    fails: {
      ...home({ head: '<link rel="stylesheet" href="/site.css">' }),
      probes: { targets: { '/site.css': { status: 404 } } },
    },
    passes: {
      ...home({ head: '<script src="/site.js"></script>', body: '<img src="/a.png" alt="A">' }),
      probes: { targets: { '/site.js': { status: null }, '/a.png': { status: 404 } } },
    },
  },
  picture_without_img: {
    fails: home({ body: '<picture><source srcset="a.webp"></picture>' }),
    passes: home({ body: '<picture><source srcset="a.webp"><img src="a.png" alt="A"></picture>' }),
  },
};

export const internationalCases: CheckCases = {
  lang_missing: { fails: home({ lang: '' }), passes: perfect },
  lang_invalid: {
    fails: home({ lang: 'en-UK' }),
    passes: inner({ lang: 'zh-Hant-TW' }, { lang: 'es-419' }, { lang: 'en-GB' }, { lang: 'de' }),
  },
  hreflang_invalid_code: {
    fails: inner({ head: alternates({ 'en-UK': en }) }),
    passes: inner({ head: alternates({ 'en-GB': en, 'zh-Hans': de, 'zh-Hant-TW': de, 'X-Default': en }) }),
  },
  hreflang_relative: { fails: inner({ head: alternates({ en: '/page-a' }) }), passes: inner({ head: both }) },
  hreflang_duplicate: {
    fails: inner({ head: alternates({ en, EN: de }) }),
    passes: inner({ head: both + both }),
  },
  hreflang_missing_self: { fails: inner({ head: alternates({ de }) }), passes: inner({ head: both }) },
  hreflang_missing_xdefault: {
    fails: inner({ head: alternates({ en, de }) }),
    passes: inner({ head: alternates({ en }) }),
  },
  hreflang_outside_head: { fails: inner({ body: both }), passes: inner({ head: both }) },
  hreflang_no_return: { fails: inner({ head: both }, {}), passes: inner({ head: both }, { head: both }) },
  hreflang_to_error: { fails: inner({ head: both }, { status: 404 }), passes: inner({ head: both }) },
  hreflang_to_redirect: {
    fails: inner(
      { head: alternates({ en, de: 'https://shop.com/alt' }) },
      { hops: [hop('/alt', '/page-b')] },
    ),
    passes: inner({ head: both }, { head: both }),
  },
  hreflang_to_noindex: {
    fails: inner({ head: both }, { headers: { 'x-robots-tag': 'noindex' } }),
    passes: inner({ head: both }, {}),
  },
  hreflang_to_noncanonical: {
    fails: inner({ head: both }, { canonical: '<link rel="canonical" href="https://shop.com/page-c">' }),
    passes: inner({ head: both }, {}),
  },
};
