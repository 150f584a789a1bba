import { type CheckCases, home, inner, perfect } from './case.ts';
import { probe } from './made-site.ts';

const ld = (text: string) => ({ jsonLd: `<script type="application/ld+json">${text}</script>` });
const offer = (more: object) =>
  ld(
    JSON.stringify({
      '@type': 'Product',
      name: 'All about the shop',
      offers: { '@type': 'Offer', price: 12, priceCurrency: 'EUR', ...more },
    }),
  );
const without = (name: string) => ({
  social: ['og:title', 'og:description', 'og:image', 'twitter:card']
    .filter((each) => each !== name)
    .map((each) => `<meta property="${each}" content="https://shop.com/x">`)
    .join(''),
});

export const structuredCases: CheckCases = {
  jsonld_invalid: {
    fails: home(ld('{"@type":"Product",}')),
    passes: inner(ld('<!-- {"@type":"WebPage"} -->'), ld('\n')),
  },
  jsonld_type_missing: {
    fails: home(ld('{"name":"x"}')),
    passes: home(ld('{"@graph":[{"@type":["WebPage"]}]}')),
  },
  structured_data_missing: {
    fails: home({ jsonLd: '' }),
    passes: home({ jsonLd: '', body: '<div itemscope itemtype="https://schema.org/Product"></div>' }),
  },
  rich_result_required_missing: {
    fails: home(ld('{"@type":"Product","name":"Bread"}')),
    passes: inner(
      ld(
        '{"@type":"Product","name":"Bread","offers":{"@type":"Offer","price":2,"priceCurrency":"EUR","itemOffered":{"@type":"Product","name":"Bread"}},"isRelatedTo":{"@type":"Product","@id":"#2"}}',
      ),
      ld('{"@type":"Service","name":"Delivery","offers":{"@type":"Offer","description":"On request"}}'),
      ld(
        '{"@type":"Course","name":"Baking","description":"Bread","hasCourseInstance":{"@type":"CourseInstance","courseMode":"Online"}}',
      ),
    ),
  },
  rich_result_recommended_missing: {
    fails: home(ld('{"@type":"NewsArticle","headline":"All about the shop","author":"A","image":"/i.png"}')),
    passes: home(
      ld(
        '{"@type":"NewsArticle","headline":"All about the shop","author":"A","image":"/i.png","datePublished":"2026-03-01"}',
      ),
    ),
  },
  structured_value_invalid: {
    fails: home(offer({ price: '€ 12,00' })),
    passes: home(offer({ price: '12.00' })),
  },
  structured_data_outdated: {
    fails: home(offer({ priceValidUntil: '2026-11-18' })),
    passes: home(offer({ priceValidUntil: '2026-11-20' })),
  },
  structured_type_unknown: {
    fails: home(ld('{"@context":"https://schema.org","@type":"Produkt"}')),
    passes: home(
      ld(
        '{"@context":"https://schema.org","@graph":[{"@type":["Bakery","ex:Produkt"]},{"@type":"ItemPage"}]}',
      ),
    ),
  },
  structured_data_contradicts_page: {
    fails: home({ ...offer({ price: '12.00' }), body: '<p>Only $14.50 today</p>' }),
    passes: inner(
      { ...offer({ price: '1299.5' }), body: '<p>1.299,50 € instead of 1.400 €</p>' },
      {
        ...ld(
          '{"@type":"Product","name":"All about the page b","offers":[{"@type":"Offer","price":9},{"@type":"Offer","price":8}]}',
        ),
        body: '<p>€ 8</p>',
      },
    ),
  },
  og_title_missing: { fails: home(without('og:title')), passes: perfect },
  og_description_missing: { fails: home(without('og:description')), passes: perfect },
  og_image_missing: { fails: home(without('og:image')), passes: perfect },
  og_image_relative: {
    fails: home({ social: '<meta property="og:image" content="/i.png">' }),
    passes: home({ social: '' }),
  },
  og_url_mismatch: {
    fails: home({ head: '', social: '<meta property="og:url" content="https://shop.com/other">' }),
    passes: inner({ social: '<meta property="og:url" content="http://www.shop.com/page-a/">' }),
  },
  twitter_card_missing: { fails: home(without('twitter:card')), passes: home(without('og:title')) },
};

const viewport = (content: string) => ({ viewport: `<meta name="viewport" content="${content}">` });
const elements = (count: number) => '<i></i>'.repeat(count);

export const markupCases: CheckCases = {
  viewport_missing: { fails: home({ viewport: '' }), passes: perfect },
  viewport_blocks_zoom: {
    fails: home(viewport('width=device-width, maximum-scale=1')),
    passes: home(viewport('width=device-width, maximum-scale=5, user-scalable=yes')),
  },
  charset_missing: {
    fails: home({ charset: '', headers: { 'content-type': 'text/html' } }),
    passes: home({ charset: '', headers: { 'content-type': 'text/html; charset="UTF-8"' } }),
  },
  charset_conflict: {
    fails: home({ charset: '<meta http-equiv="content-type" content="text/html; charset=iso-8859-1">' }),
    passes: home({ charset: '<meta charset="UTF8">' }),
  },
  doctype_missing: { fails: home({ html: '<html><title>A</title>' }), passes: perfect },
  deprecated_tags: {
    fails: home({ body: '<center>A</center>' }),
    passes: home({ body: '<b>A</b><u>B</u>' }),
  },
  duplicate_id: {
    fails: home({ body: '<p id="a">A</p><p id="a">B</p>' }),
    passes: home({ body: '<p id="a">A</p><p id="A">B</p>' }),
  },
  head_elements_invalid: {
    fails: home({ head: '<img src="https://t.net/p" alt="">' }),
    passes: home({
      head: '<noscript><img src="https://t.net/p" alt=""></noscript><script>"<div>"</script><!-- <p> --><meta name="location" content="/<user-name>/<repo-name>"><meta name=x content=\'fun <t> "addAll"(…)\'>',
    }),
  },
  text_before_markup: {
    fails: home({
      html: '14\r\n<!DOCTYPE html><html lang="en"><head><title>A bakery</title></head><body>Bread.',
    }),
    passes: home({ html: '\uFEFF<!-- built 14 --> \n<!DOCTYPE html><html lang="en"><title>A</title>Bread.' }),
  },
  metas_in_body: {
    fails: home({ body: '<meta name="robots" content="noindex">' }),
    passes: home({
      body: '<div itemscope itemtype="https://schema.org/Thing"><meta itemprop="name" content="A"></div>',
    }),
  },
  multiple_body: {
    fails: home({ body: '<html><head><title>Inner</title></head><body class="x">in</body></html>' }),
    passes: home({ head: '<div></div>', bodyTag: '<body class="home">', body: '<pre>&lt;body&gt;</pre>' }),
  },
  scripts_block_rendering: {
    fails: home({ head: '<script src="/a.js"></script>'.repeat(9) }),
    passes: home({
      head: '<script src="/a.js" defer></script>'.repeat(9),
      body: '<script src="/b.js"></script>'.repeat(9),
    }),
  },
  base_href_elsewhere: {
    fails: home({ head: '<base href="https://elsewhere.net/">' }),
    passes: home({ head: '<base href="https://www.shop.com/sub/">' }),
  },
  dom_size: { fails: home({ body: elements(1500) }), passes: home({ body: elements(1400) }) },
  dom_depth: {
    fails: home({ body: `${'<div>'.repeat(31)}A` }),
    passes: home({ body: `${'<div>'.repeat(20)}A` }),
  },
  pagination_link_not_in_anchor: {
    fails: home({ head: '<link rel="next" href="/page/2">' }),
    passes: home({
      head: '<link rel="next" href="/page/2">',
      body: '<a href="https://shop.com/page/2">Next</a>',
    }),
  },
  favicon_missing: {
    fails: { probes: { favicon: probe('/favicon.ico', { status: 404 }) } },
    passes: { probes: { favicon: probe('/favicon.ico') } },
  },
};
