import { findingsOf, type PageSpec } from './made-site.ts';

const ld = (value: unknown): PageSpec => ({
  jsonLd: `<script type="application/ld+json">${JSON.stringify(value)}</script>`,
});
const schema = { '@context': 'https://schema.org' };
const idsOf = (page: PageSpec) => findingsOf({ pages: [page] }).map(({ id }) => id);
const offers = { '@type': 'Offer', price: 12, priceCurrency: 'EUR' };
const product = { ...schema, '@type': 'Product', name: 'All about the shop', offers };
const event = { ...schema, '@type': 'MusicEvent', name: 'All about the shop', startDate: '2027-01-01' };

describe('structured data, judged as Google documents it', () => {
  it.each([
    ['an offer without a currency', { ...product, offers: { '@type': 'Offer', price: 12 } }],
    [
      'an answer without a text',
      {
        ...schema,
        '@type': 'FAQPage',
        mainEntity: [{ '@type': 'Question', name: 'How?', acceptedAnswer: { '@type': 'Answer' } }],
      },
    ],
    ['a concert without a place, by the rule of events', event],
    [
      'a review without its author',
      { ...product, review: { '@type': 'Review', reviewRating: { ratingValue: 4 } } },
    ],
  ])('names what is missing in %s', (_name, value) => {
    expect(idsOf(ld(value))).toContain('rich_result_required_missing');
  });

  it.each([
    [
      'a duration in words',
      { ...schema, '@type': 'Recipe', name: 'Bread', image: '/b.png', totalTime: '1 hour' },
    ],
    ['an address with blanks', { ...product, image: 'my picture.png' }],
  ])('refuses %s', (_name, value) => {
    expect(idsOf(ld(value))).toContain('structured_value_invalid');
  });

  it.each([
    [
      'a rating of ten by its own bound',
      {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: '9,5'.replace(',', '.'),
          bestRating: 10,
          reviewCount: 3,
        },
      },
    ],
    ['a percentage', { aggregateRating: { '@type': 'AggregateRating', ratingValue: '88%', reviewCount: 3 } }],
    [
      'a price range',
      { offers: { '@type': 'AggregateOffer', lowPrice: '1.50', highPrice: '3', priceCurrency: 'USD' } },
    ],
    ['a brand by name', { brand: { '@type': 'Brand', name: 'Oven' } }],
    ['a thing described elsewhere', { isRelatedTo: { '@id': '#other', '@type': 'Product' } }],
  ])('has nothing against %s', (_name, more) => {
    const found = idsOf(ld({ ...product, ...more }));
    expect(found).not.toContain('rich_result_required_missing');
    expect(found).not.toContain('structured_value_invalid');
  });
});

const inBody = (body: string): PageSpec => ({ jsonLd: '', body });

describe('microdata and RDFa', () => {
  it.each([
    ['microdata', '<div itemscope itemtype="https://schema.org/Product"><span itemprop="sku">1</span></div>'],
    ['RDFa', '<div vocab="https://schema.org/" typeof="Product"><span property="sku">1</span></div>'],
    ['RDFa with a prefix', '<div typeof="schema:Product"><span property="schema:sku">1</span></div>'],
  ])('are judged by the same rules: %s', (_syntax, body) => {
    expect(idsOf(inBody(body))).toContain('rich_result_required_missing');
  });

  it.each([
    [
      'microdata',
      `<div itemscope itemtype="http://schema.org/Product"><h2 itemprop="name">All about the shop</h2>
       <div itemprop="offers" itemscope itemtype="http://schema.org/Offer">
         <meta itemprop="priceCurrency" content="EUR"><data itemprop="price" value="12.00">12</data></div></div>`,
    ],
    [
      'RDFa',
      `<div vocab="https://schema.org/" typeof="Product"><h2 property="name">All about the shop</h2>
       <div property="offers" typeof="Offer"><span property="priceCurrency" content="EUR">€</span>
       <span property="price" content="12.00">12</span></div></div>`,
    ],
    [
      'items whose properties stand elsewhere',
      '<div itemscope itemtype="https://schema.org/Product" itemref="a"></div>',
    ],
    ['other vocabularies', '<div typeof="sioc:Item foaf:Produkt"><span property="dc:title">A</span></div>'],
    [
      'names of the language itself',
      '<div itemscope itemtype="https://schema.org/WebPage"><i itemprop="constructor">a</i><i itemprop="__proto__">b</i></div>',
    ],
  ])('say nothing wrong with %s', (_name, body) => {
    const found = idsOf(inBody(body)).filter((id) => /^(?:rich_result_required|structured_)/u.test(id));
    expect(found).toEqual([]);
  });

  it('are held against what the page shows', () => {
    const body = `<div itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">All about the shop</h2>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="9.90">
      <meta itemprop="priceCurrency" content="USD"></div><b>$12.90</b></div>`;
    expect(idsOf(inBody(body))).toContain('structured_data_contradicts_page');
    // The sign belongs to the figure after it, whatever stands before it.
    for (const shown of ['$9.90', 'Pack of 3 $9.90', '9.90 $ 4 left'])
      expect(idsOf(inBody(body.replace('$12.90', shown)))).not.toContain('structured_data_contradicts_page');
  });

  it('of a name that the page never says contradicts it', () => {
    const named = (name: string) => ld({ ...product, name });
    expect(idsOf(named('Leather boots brown'))).toContain('structured_data_contradicts_page');
    expect(idsOf(named('The shop'))).not.toContain('structured_data_contradicts_page');
  });
});
