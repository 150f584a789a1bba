/** What a test may change about a perfect page; each part replaces the perfect one. */
export interface Wording {
  /** Names the topic; two pages of one topic hold the same text. */
  readonly topic?: string;
  readonly lang?: string;
  readonly title?: string;
  readonly description?: string;
  readonly canonical?: string;
  readonly viewport?: string;
  readonly charset?: string;
  readonly icon?: string;
  readonly social?: string;
  readonly jsonLd?: string;
  /** Added to the head. */
  readonly head?: string;
  readonly h1?: string;
  readonly nav?: string;
  readonly text?: string;
  /** Added to the main part. */
  readonly body?: string;
  readonly footer?: string;
  readonly bodyTag?: string;
}

export const perfectHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': 'gzip',
  'strict-transport-security': 'max-age=31536000',
  'content-security-policy': "default-src 'self'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  server: 'nginx',
};

export const perfectRobots = 'User-agent: *\nDisallow: /cart/\nSitemap: https://shop.com/sitemap.xml\n';

const subjects = [
  'walkers',
  'the river',
  'our garden',
  'a baker',
  'the old town',
  'children',
  'the morning',
  'a friend',
];
const verbs = ['likes', 'finds', 'keeps', 'shares', 'needs', 'shows', 'brings', 'mends'];
const objects = [
  'warm bread',
  'quiet paths',
  'blue boats',
  'small birds',
  'good tea',
  'green hills',
  'clean water',
  'long walks',
];
const endings = [
  'in the spring',
  'before noon',
  'near the bridge',
  'with great care',
  'for the whole week',
  'when it rains',
];

/** Forty plain English sentences that differ from topic to topic. */
export function proseAbout(topic: string, sentences = 40): string {
  let state = [...topic].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7);
  const pick = (list: readonly string[]) => {
    state = (state * 1_103_515_245 + 12_345) >>> 0;
    return list[(state >>> 16) % list.length];
  };
  return Array.from(
    { length: sentences },
    () => `${pick(subjects)} ${pick(verbs)} ${pick(objects)} ${pick(endings)} and the ${topic}.`,
  ).join(' ');
}

/** A page at which no check of the catalog has anything to find. */
export function perfectHtml(url: string, wording: Wording = {}): string {
  const topic = wording.topic ?? (new URL(url).pathname.replaceAll(/[^a-z]+/giu, ' ').trim() || 'shop');
  const {
    lang = 'en',
    title = `<title>All about the ${topic} near the old town</title>`,
    description = `<meta name="description" content="What everybody should know about the ${topic}: where to find it, when to come and what to bring along.">`,
    canonical = `<link rel="canonical" href="${url}">`,
    viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">',
    charset = '<meta charset="utf-8">',
    icon = '<link rel="icon" href="/icon.png">',
    social = socialTags(url, topic),
    jsonLd = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","name":"${topic}"}</script>`,
    head = '',
    h1 = `<h1>Welcome to the ${topic}</h1>`,
    nav = '<a href="/">Home of the shop</a>',
    text = `<p>${proseAbout(topic)}</p>`,
    body = '',
    footer = '',
    bodyTag = '<body>',
  } = wording;
  return `<!doctype html><html${lang === '' ? '' : ` lang="${lang}"`}><head>${charset}${title}${description}${canonical}${viewport}${icon}${social}${jsonLd}${head}</head>${bodyTag}<header><nav>${nav}</nav></header><main>${h1}${text}${body}</main><footer>${footer}</footer></body></html>`;
}

function socialTags(url: string, topic: string): string {
  return `<meta property="og:title" content="${topic}"><meta property="og:description" content="All about it"><meta property="og:image" content="https://shop.com/i.png"><meta property="og:url" content="${url}"><meta name="twitter:card" content="summary">`;
}
