import { createSeededRandom, type SeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import type { PlannedPage, SitePlan } from './site-plan.ts';

/** An address that redirects, and one that leads nowhere: where planted links point. */
export const movedPath = '/old-catalogue';
const missingPath = '/spring-sale-2024';

/** A page of a sample site as its server would send it. Plain HTML, no scripts. */
export function pageHtml(page: PlannedPage, site: SitePlan): string {
  const url = `https://${site.host}${page.path}`;
  const name = siteName(site.host);
  const { title, description } = headOf(page, name);
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    ...(page.faults.has('no_description') ? [] : [`<meta name="description" content="${description}">`]),
    `<link rel="canonical" href="${url}">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${url}">`,
    `<meta property="og:image" content="https://${site.host}/images/share.svg">`,
    '<meta name="twitter:card" content="summary_large_image">',
    `<script type="application/ld+json">${JSON.stringify(structuredData(page, { name, url, title }))}</script>`,
    '</head>',
    '<body>',
    `<header><a href="/">${name}</a> ${navigation(page, site)}</header>`,
    `<main>${mainPart(page, site, name)}</main>`,
    `<footer><p>${name} is a made-up site of a sample market.</p> <a href="/about">About ${name}</a></footer>`,
    '</body>',
    '</html>',
  ].join('\n');
}

/** The body of the answer to an address that the site does not have. */
export function missingPageHtml(host: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head><meta charset="utf-8"><title>Page not found</title><meta name="robots" content="noindex"></head>',
    `<body><h1>Page not found</h1><p>There is no such page. <a href="/">Back to ${siteName(host)}</a></p></body>`,
    '</html>',
  ].join('\n');
}

function headOf(page: PlannedPage, name: string): { title: string; description: string } {
  const thing = capitalised(page.subject);
  const title = {
    home: `${name}: ${page.subject}, compared and explained`,
    shop: `${thing} for every budget | ${name}`,
    guide: `${thing}: what to look for | ${name}`,
    review: `${thing}: tests and reviews | ${name}`,
    about: `About ${name}, the people behind it`,
  }[page.kind];
  const description = {
    home: `${name} is a place for ${page.subject}: compare what there is, read what others learnt and choose well.`,
    shop: `Compare ${page.subject} by size, weight and price, see what buyers say and get yours within two days.`,
    review: `Which ${page.subject} did best after a year of use, which one we would buy again, and which we sent back.`,
    guide: `How to choose ${page.subject}: what matters, what does not, and the mistakes that cost the most money.`,
    about: `Who runs ${name}, how things are tested here and how to reach the people who answer questions.`,
  }[page.kind];
  return {
    title: page.faults.has('long_title')
      ? `${title} - reviews, prices, advice and everything else there is to know about it`
      : title,
    description,
  };
}

function mainPart(page: PlannedPage, site: SitePlan, name: string): string {
  const random = createSeededRandom(`${site.host}${page.path}`);
  return [
    `<h1>${headingOf(page, name)}</h1>`,
    ...(page.faults.has('two_h1') ? [`<h1>${name}</h1>`] : []),
    ...(page.kind === 'guide'
      ? [`<p>By Robin Marsh, <time datetime="${page.changedOn}">October 2026</time></p>`]
      : []),
    image(page),
    ...(page.faults.has('thin_text')
      ? [`<p>${paragraph(page, random)}</p>`]
      : headings.map((heading) => section(heading, page, random))),
    furtherLinks(page, site),
  ].join('\n');
}

function isArticle({ kind }: PlannedPage): boolean {
  return kind === 'guide' || kind === 'review';
}

function headingOf({ kind, subject }: PlannedPage, name: string): string {
  if (kind === 'about') return `About ${name}`;
  return kind === 'review' ? `${capitalised(subject)} in our tests` : capitalised(subject);
}

function image({ subject, faults }: PlannedPage): string {
  const alt = faults.has('image_without_alt') ? '' : ` alt="${capitalised(subject)} in use"`;
  const insecure = faults.has('insecure_image')
    ? '<img src="http://images.example.net/badge.png" alt="Award badge" width="80" height="80">'
    : '';
  return `<img src="/images/${subject.replaceAll(' ', '-')}.svg"${alt} width="640" height="360">${insecure}`;
}

const headings = ['What matters most', 'Sizes and fit', 'Price and value', 'Care', 'Common questions'];

function section(heading: string, page: PlannedPage, random: SeededRandom): string {
  const paragraphs = Array.from({ length: 2 }, () => `<p>${paragraph(page, random)}</p>`);
  return `<section><h2>${heading}</h2>${paragraphs.join('')}</section>`;
}

/** Four sentences, each picked from its own place in the paragraph. */
function paragraph({ subject, topic }: PlannedPage, random: SeededRandom): string {
  const [quality = 'good', other = 'simple'] = topic.qualities;
  const audience = topic.audiences[random.between(0, topic.audiences.length - 1)] ?? 'everyone';
  const months = random.between(3, 36);
  const people = random.between(12, 90);
  const percent = random.between(5, 40);
  return [
    random.pick([
      `Most people who look for ${subject} start with the price and end with the details.`,
      `There are more kinds of ${subject} than there were ${months} months ago.`,
      `We asked ${people} readers what they wish they had known about ${subject}.`,
    ]),
    random.pick([
      `The ${quality} ones cost about ${percent} percent more, and for ${audience} that is often worth it.`,
      `A ${other} choice serves ${audience} well, as long as it is not the cheapest on the shelf.`,
      `For ${audience} the ${quality} kind is the safer choice by a wide margin.`,
    ]),
    random.pick([
      `Look at how it is made before you look at what is printed on it.`,
      `Two measurements decide almost everything, and both are on the label.`,
      `Reviews written after ${months} months say more than those of the first week.`,
    ]),
    random.pick([
      `If you ${topic.verb} it the way the maker asks, it lasts about ${months} months longer.`,
      `It takes ${random.between(5, 25)} minutes to ${topic.verb}, and doing so twice a year is enough.`,
      `People forget to ${topic.verb} it, and that is the most common cause of complaints.`,
    ]),
  ].join(' ');
}

function navigation(page: PlannedPage, { pages }: SitePlan): string {
  const shown = pages.filter(({ kind, topic }) => kind !== 'about' && topic === page.topic).slice(0, 9);
  return `<nav>${shown.map((other) => `<a href="${other.path}">${labelOf(other)}</a>`).join(' ')}</nav>`;
}

function furtherLinks(page: PlannedPage, { pages }: SitePlan): string {
  const others = pages.filter((other) => other.topic === page.topic && other.path !== page.path);
  const links = [
    ...others.map((other) => ({ path: other.path, label: `More about ${labelOf(other)}` })),
    ...(page.faults.has('broken_link') ? [{ path: missingPath, label: 'Spring sale' }] : []),
    ...(page.faults.has('redirected_link') ? [{ path: movedPath, label: 'The whole catalogue' }] : []),
  ];
  return `<ul>${links.map(({ path, label }) => `<li><a href="${path}">${label}</a></li>`).join('')}</ul>`;
}

function structuredData(
  page: PlannedPage,
  { name, url, title }: { name: string; url: string; title: string },
) {
  const common = { '@context': 'https://schema.org', url };
  if (isArticle(page))
    return {
      ...common,
      '@type': 'Article',
      headline: title,
      datePublished: page.changedOn,
      image: `${new URL(url).origin}/images/share.svg`,
      author: { '@type': 'Person', name: 'Robin Marsh', url: `${new URL(url).origin}/about` },
    };
  if (page.kind === 'shop') return { ...common, '@type': 'CollectionPage', name: title };
  return { ...common, '@type': page.kind === 'about' ? 'AboutPage' : 'WebSite', name };
}

function labelOf({ kind, subject }: PlannedPage): string {
  return kind === 'home' ? 'the start page' : kind === 'about' ? 'the people here' : subject;
}

/** `the-trail-journal.example` → `The Trail Journal`; a blog is named after its shop. */
function siteName(host: string): string {
  const [label = host] = host
    .replace(/^www\./u, '')
    .replace(/\.example$/u, '')
    .split('.')
    .reverse();
  const name = label.split('-').map(capitalised).join(' ');
  return host.startsWith('blog.') ? `${name} Blog` : name;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
