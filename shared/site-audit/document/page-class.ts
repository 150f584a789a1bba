import type { PageMarkup } from './page-document.ts';
import { structuredTypes } from './structured-data.ts';

export const pageClasses = [
  ...['home', 'article', 'product', 'category', 'pricing', 'about', 'contact', 'legal', 'login', 'search'],
  ...['docs', 'media', 'error', 'other'],
] as const;
export type PageClass = (typeof pageClasses)[number];

/** What kind of page it is, and what shows it. */
export interface ClassVerdict {
  readonly class: PageClass;
  readonly evidence: string;
}

/** schema.org types that say what the whole page is about, strongest first. */
const classByType: readonly (readonly [RegExp, PageClass])[] = [
  [/^(?:Product|ProductGroup|IndividualProduct|SoftwareApplication|Vehicle)$/u, 'product'],
  [/^(?:TechArticle|APIReference|HowTo)$/u, 'docs'],
  [/^(?:\w*Article|BlogPosting|\w*Posting|Report|Recipe|Review)$/u, 'article'],
  [/^(?:VideoObject|PodcastEpisode|ImageGallery|MusicRecording)$/u, 'media'],
  [/^(?:CollectionPage|ItemList|OfferCatalog|Blog)$/u, 'category'],
  [/^AboutPage$/u, 'about'],
  [/^ContactPage$/u, 'contact'],
  [/^SearchResultsPage$/u, 'search'],
];

/** Words of path, title and first heading; several languages, whole words. */
const classByWord: readonly (readonly [PageClass, RegExp])[] = [
  [
    'legal',
    /^(?:(?:privacy|cookies?)(?:-(?:policy|notice))?|terms(?:-(?:of|and)-\w+)?|legal(?:-notice)?|imprint|impressum|datenschutz(?:erklaerung)?|agb|gdpr|disclaimer|tos|mentions-legales|(?:politique-de-)?confidentialite|aviso-legal|(?:politica-de-)?privacidad|note-legali|polityka-prywatnosci)$/u,
  ],
  ['login', /^(?:login|signin|log-in|sign-in|signup|sign-up|register|anmelden|connexion|account|konto)$/u],
  ['contact', /^(?:contact|contacts|kontakt|contacto|contatti|contact-us)$/u],
  ['about', /^(?:about|about-us|ueber-uns|uber-uns|company|team|a-propos|nosotros|chi-siamo)$/u],
  ['pricing', /^(?:pricing|prices|plans|preise|tarifs|precios|prezzi)$/u],
  ['search', /^(?:search|suche|recherche|buscar|results)$/u],
  [
    'docs',
    /^(?:docs?|documentation|api|reference|guides?|manual|help|kb|faq|support|tutorials?|changelog)$/u,
  ],
  ['product', /^(?:products?|produkte?|item|sku|dp)$/u],
  ['category', /^(?:category|categories|kategorie|tags?|topics?|collections?|archive|shop|catalog)$/u],
  ['article', /^(?:blog|news|articles?|posts?|stories|story|magazin|magazine|press|journal)$/u],
  ['media', /^(?:videos?|gallery|podcasts?|photos|webinars?|media)$/u],
];

/**
 * Names the kind of a page from, in this order: its address, what it says of
 * itself (JSON-LD, microdata, og:type), its forms, words of its path, and the
 * shape of its content.
 */
export function classifyPage(page: PageMarkup, url: URL, status: number): ClassVerdict {
  if (status >= 400) return { class: 'error', evidence: `status ${status}` };
  if (/^\/(?:index\.\w+)?$/u.test(url.pathname) && url.search === '')
    return { class: 'home', evidence: 'path /' };
  return (
    fromTypes(page) ??
    fromForms(page) ??
    fromPath(url, page) ??
    fromOpenGraph(page) ??
    fromShape(page) ?? {
      class: 'other',
      evidence: 'no sign of another class',
    }
  );
}

function fromTypes(page: PageMarkup): ClassVerdict | undefined {
  const types = structuredTypes(page);
  for (const [pattern, pageClass] of classByType) {
    const type = types.find((candidate) => pattern.test(candidate));
    if (type !== undefined) return { class: pageClass, evidence: `structured data of type ${type}` };
  }
  return undefined;
}

function fromForms(page: PageMarkup): ClassVerdict | undefined {
  if (page.forms.some(({ hasPassword }) => hasPassword) && page.mainWordCount < 200)
    return { class: 'login', evidence: 'a password field on a short page' };
  if (page.forms.some((form) => form.hasTextArea && form.hasEmail) && page.mainWordCount < 300)
    return { class: 'contact', evidence: 'a form with an email field and a text area' };
  return undefined;
}

function fromPath(url: URL, page: PageMarkup): ClassVerdict | undefined {
  const segments = url.pathname
    .toLowerCase()
    .split('/')
    .map((segment) => segment.replace(/\.\w{2,5}$/u, ''))
    .filter((segment) => segment !== '');
  for (const [pageClass, pattern] of classByWord) {
    const segment = segments.find((candidate) => pattern.test(candidate));
    if (segment === undefined) continue;
    // A section's own address lists its members; below it stands one of them.
    const lists = segments.at(-1) === segment && (pageClass === 'article' || pageClass === 'product');
    return { class: lists ? 'category' : pageClass, evidence: `path segment ${segment.slice(0, 60)}` };
  }
  return fromQuery(url, page);
}

function fromQuery({ searchParams }: URL, { forms }: PageMarkup): ClassVerdict | undefined {
  const isQuery = ['q', 's', 'query'].some((name) => searchParams.has(name));
  return isQuery && forms.some(({ hasSearch }) => hasSearch)
    ? { class: 'search', evidence: 'a query parameter and a search form' }
    : undefined;
}

const classByOpenGraph: Readonly<Record<string, PageClass>> = {
  article: 'article',
  product: 'product',
  'og:product': 'product',
  'video.other': 'media',
  'video.movie': 'media',
  'music.song': 'media',
};

function fromOpenGraph(page: PageMarkup): ClassVerdict | undefined {
  const type =
    page.metas
      .find(({ name }) => name === 'og:type')
      ?.content.trim()
      .toLowerCase() ?? '';
  const pageClass = Object.hasOwn(classByOpenGraph, type) ? classByOpenGraph[type] : undefined;
  return pageClass === undefined ? undefined : { class: pageClass, evidence: `og:type ${type}` };
}

function fromShape(page: PageMarkup): ClassVerdict | undefined {
  if ((page.tagCounts.get('article') ?? 0) > 3)
    return { class: 'category', evidence: 'several article elements' };
  if ((page.tagCounts.get('article') ?? 0) === 1 && page.mainWordCount > 300)
    return { class: 'article', evidence: 'one article element with running text' };
  return undefined;
}

/** Fewer words than this in the raw page can be a script's empty stage. */
const fewWords = 40;
/** A logo and a spinner; with more images there is something to be seen. */
export const mostStageImages = 2;

/**
 * Why the page seems to need scripts to show anything, in words; undefined
 * for a page that stands by itself. Needs few words and one sign more: an
 * empty mount element, or scripts and no link at all. A plea for scripts is
 * none: pages that show all they have say that they are better with them.
 */
export function scriptShellSign(page: PageMarkup): string | undefined {
  if (page.wordCount >= fewWords || page.frames.length > 0) return undefined;
  const words = `${page.wordCount} words`;
  if (page.emptyRoot !== undefined) return `${words}, and ${page.emptyRoot} is empty`;
  const scripts = page.tagCounts.get('script') ?? 0;
  if (page.images.length > mostStageImages) return undefined;
  return scripts > 0 && !page.anchors.some(({ href }) => href !== undefined)
    ? `${words}, no link and ${scripts} script${scripts === 1 ? '' : 's'}`
    : undefined;
}
