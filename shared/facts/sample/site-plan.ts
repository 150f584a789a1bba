import {
  createSeededRandom,
  type SampleTopic,
  sampleGiants,
  sampleTopics,
} from '#shared/facts/stored-index/sample/sample-topics.ts';

/** Faults that pages are made with, so that an audit has something to find. */
export const plantedFaults = [
  'no_description',
  'long_title',
  'image_without_alt',
  'broken_link',
  'redirected_link',
  'two_h1',
  'thin_text',
  'insecure_image',
] as const;
export type PlantedFault = (typeof plantedFaults)[number];

/** A page of a sample site, before it is written as HTML. */
export interface PlannedPage {
  readonly path: string;
  readonly kind: 'home' | 'shop' | 'guide' | 'review' | 'about';
  /** What the page is about: `rain jacket`; on the home and about pages the industry. */
  readonly subject: string;
  readonly topic: SampleTopic;
  readonly faults: ReadonlySet<PlantedFault>;
  /** Day of the last change: `2026-10-08`. */
  readonly changedOn: string;
}

export interface SitePlan {
  /** The host that answers; the others of the site redirect to it. */
  readonly host: string;
  readonly pages: readonly PlannedPage[];
}

interface Site {
  readonly host: string;
  readonly kind: 'shop' | 'guide';
  readonly topics: readonly [SampleTopic, ...SampleTopic[]];
  /** Paths of a subject's pages, from its name in the address. */
  readonly pathsOf: (slug: string) => readonly string[];
  /** Probability of each fault on each page: weaker sites are kept less well. */
  readonly carelessness: number;
}

const sites: ReadonlyMap<string, Site> = new Map(
  [...sampleTopics.flatMap(sitesOf), ...platforms()].map((site) => [bareHost(site.host), site]),
);

/** The pages of a site of the sample market, always the same ones; undefined for any other host. */
export function planSite(host: string): SitePlan | undefined {
  const site = sites.get(bareHost(host));
  if (site === undefined) return undefined;
  const [firstTopic] = site.topics;
  const random = createSeededRandom(`site ${site.host}`);
  const page = (path: string, kind: PlannedPage['kind'], subject: string, topic: SampleTopic) => ({
    path,
    kind,
    subject,
    topic,
    faults: new Set(plantedFaults.filter(() => random.chance(site.carelessness))),
    changedOn: `2026-10-${String(random.between(1, 28)).padStart(2, '0')}`,
  });
  return {
    host: site.host,
    pages: [
      page('/', 'home', firstTopic.name, firstTopic),
      ...site.topics.flatMap((topic) =>
        topic.subjects.flatMap((subject) =>
          site
            .pathsOf(subject.replaceAll(' ', '-'))
            .map((path) => page(path, kindAt(path, site), subject, topic)),
        ),
      ),
      page('/about', 'about', firstTopic.name, firstTopic),
    ],
  };
}

function kindAt(path: string, { kind }: Site): PlannedPage['kind'] {
  return path.startsWith('/reviews/') ? 'review' : kind;
}

function bareHost(host: string): string {
  return host.replace(/^www\./u, '');
}

/** Shops, their blogs and guides of an industry, at the addresses that the sample market's listings name. */
function sitesOf(topic: SampleTopic): Site[] {
  const topics = [topic] as const;
  const shops = topic.shops.flatMap((name, rank): Site[] => {
    const carelessness = 0.12 + rank * 0.03;
    const host = `${name}.example`;
    return [
      { host, kind: 'shop', topics, pathsOf: (slug) => [`/${slug}`], carelessness },
      { host: `blog.${host}`, kind: 'guide', topics, pathsOf: (slug) => [`/${slug}-guide`], carelessness },
    ];
  });
  const guides = topic.guides.map((name): Site => {
    const pathsOf = (slug: string) => [`/how-to/${slug}`, `/reviews/${slug}`];
    return { host: `${name}.example`, kind: 'guide', topics, pathsOf, carelessness: 0.1 };
  });
  return [...shops, ...guides];
}

/** Sites that have a page about everything. */
function platforms(): Site[] {
  const [first, ...others] = sampleTopics;
  if (first === undefined) return [];
  return sampleGiants.map((name) => ({
    host: `www.${name}.example`,
    kind: 'guide',
    topics: [first, ...others],
    pathsOf: (slug) => [`/${name === 'everymart' ? 's' : 'a'}/${slug}`],
    carelessness: 0.04,
  }));
}
