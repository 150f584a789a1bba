import type { Wording } from '#test/shared/site-audit/checks/perfect-page.ts';
import { type Bed, body, type Plant, plant, topicOf } from './planted-faults.ts';

const ld = (value: object): Wording => ({
  jsonLd: `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`,
});
let count = 0;
/** Structured data with one fault, on a page of its own. */
function described(issue: string, wording: Wording): Plant {
  count += 1;
  const path = `/thing-${String.fromCodePoint(96 + count)}`;
  return plant(issue, { topic: topicOf(path), ...wording }, { at: path });
}

const offers = { '@type': 'Offer', price: '12.00', priceCurrency: 'EUR' };
const product = { '@type': 'Product', name: 'All about the thing', offers };
const rating = { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 3 };
const event = {
  '@type': 'Event',
  name: 'All about the thing',
  startDate: '2027-01-01',
  location: 'The hall',
};
const job = {
  '@type': 'JobPosting',
  title: 'Baker',
  description: 'Bakes bread',
  datePosted: '2026-01-01',
  hiringOrganization: 'Shop',
  jobLocation: { '@type': 'Place', address: 'Main Street 1' },
};
const missing = 'rich_result_required_missing';
const unreadable = 'structured_value_invalid';

export const structuredBed: Bed = {
  kind: 'structured data',
  plants: [
    described(missing, ld({ '@type': 'Product', name: 'All about the thing' })),
    described(missing, ld({ ...product, offers: { '@type': 'Offer', priceCurrency: 'EUR' } })),
    described(
      missing,
      ld({ '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1 }] }),
    ),
    described(missing, ld({ ...product, aggregateRating: { '@type': 'AggregateRating', ratingValue: 4 } })),
    described(missing, ld({ '@type': 'QAPage', mainEntity: { '@type': 'Question', name: 'How?' } })),
    described(missing, ld({ '@type': 'Event', name: 'All about the thing', startDate: '2027-01-01' })),
    described(missing, ld({ ...job, hiringOrganization: undefined })),
    described(missing, ld({ '@type': 'Bakery', name: 'Bread' })),
    described(missing, ld({ '@type': 'VideoObject', name: 'All about the thing', uploadDate: '2026-01-01' })),
    described(missing, {
      jsonLd: '',
      body: '<div itemscope itemtype="https://schema.org/Product"><span itemprop="sku">1</span></div>',
    }),
    described(missing, {
      jsonLd: '',
      body: '<div vocab="https://schema.org/" typeof="Recipe"><span property="name">Bread</span></div>',
    }),
    described(unreadable, ld({ ...product, offers: { ...offers, price: '€ 12,00' } })),
    described(unreadable, ld({ ...product, offers: { ...offers, priceCurrency: '€' } })),
    described(unreadable, ld({ ...product, aggregateRating: { ...rating, ratingValue: 9 } })),
    described(unreadable, ld({ ...event, startDate: 'next Friday' })),
    described('structured_data_outdated', ld({ ...job, validThrough: '2026-02-01' })),
    described('structured_type_unknown', ld({ '@type': 'Produkt', name: 'All about the thing' })),
    described('jsonld_invalid', {
      jsonLd: '<script type="application/ld+json">{"@type":"Product",}</script>',
    }),
    described('structured_data_contradicts_page', { ...ld(product), ...body('<p>Only € 14,50 today</p>') }),
  ],
};
