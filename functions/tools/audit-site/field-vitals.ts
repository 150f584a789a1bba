import { type Provenance, type Statement, sourceClasses } from '#shared/contract/envelope.ts';
import type { ToolData } from '#shared/contract/tool.ts';
import { domainSubject, pageSubject, statement } from '#shared/facts/answers/answer.ts';
import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import {
  type DeviceVitals,
  devices,
  type FieldVitals,
  type FieldVitalsAnswer,
  type SubjectVitals,
  vitalNames,
} from '#shared/facts/ports/sources.ts';
import type { Crawl } from '#shared/site-audit/crawl/crawl-site.ts';
import type { auditSite as contract } from './contract.ts';

type Told = ToolData<typeof contract>['field_vitals'];

/** As its license asks; Google names the data so. */
export const attribution = 'CrUX datasets by Google, CC BY 4.0 (creativecommons.org/licenses/by/4.0)';
/** Pages named that fail; all are in the dataset. */
const shownSlow = 5;
/** p75 up to which a measure is good: those that search engines judge by. */
const goodUpTo = { lcp_ms: 2_500, inp_ms: 200, cls: 0.1 } as const;

/** Asks about the site as it was crawled, and of these pages; undefined where nothing is there to ask. */
export function readVitals(
  vitals: FieldVitals | undefined,
  { home }: Pick<Crawl, 'home'>,
  pages: readonly string[],
) {
  return vitals
    ?.read({ origin: new URL(home.url).origin, home: home.url, pages })
    .catch((): undefined => undefined);
}

/** The origin and its home page by device, and what is slow; where nothing is known of the origin, why. */
export function toldVitals(answer: FieldVitalsAnswer | undefined): Told {
  if (!answer?.isConnected) return { origin: null, reason: 'not_connected' };
  const { known, unanswered } = answer;
  const origin = known.find(({ level }) => level === 'origin');
  const pages = known.filter(({ level }) => level === 'page');
  const slow = pages.filter(({ devices: { all } }) => passes(all) === false);
  const home = pages.find(({ url }) => new URL(url).pathname === '/');
  return {
    origin: origin ? toldSubject(origin) : null,
    ...(origin ? {} : { reason: unanswered.length > 0 ? 'no_answer' : 'no_data' }),
    ...(home && { home_page: toldSubject(home) }),
    ...(known.length > 0 && {
      pages_with_data: pages.length,
      slow_pages: slow.slice(0, shownSlow).map(({ url }) => url),
      attribution,
    }),
    ...(unanswered.length > 0 && { unanswered: unanswered.length }),
  };
}

function toldSubject({ url, devices: { all, phone, desktop } }: SubjectVitals) {
  const { from, to } = all;
  return {
    url,
    from,
    to,
    all: toldDevice(all),
    phone: phone ? toldDevice(phone) : null,
    desktop: desktop ? toldDevice(desktop) : null,
  };
}

function toldDevice(of: DeviceVitals) {
  const { lcp_ms, inp_ms, cls, fcp_ms, ttfb_ms } = of.vitals;
  return {
    passes: passes(of),
    lcp_ms: lcp_ms?.p75 ?? null,
    inp_ms: inp_ms?.p75 ?? null,
    cls: cls?.p75 ?? null,
    fcp_ms: fcp_ms?.p75 ?? null,
    ttfb_ms: ttfb_ms?.p75 ?? null,
  };
}

/** Core Web Vitals as Google assesses them: the two that every page has must be there, and none beyond its bound. */
function passes({ vitals: { lcp_ms, inp_ms, cls } }: DeviceVitals): boolean | null {
  if (!lcp_ms || !cls) return null;
  const isResponsive = !inp_ms || inp_ms.p75 <= goodUpTo.inp_ms;
  return lcp_ms.p75 <= goodUpTo.lcp_ms && cls.p75 <= goodUpTo.cls && isResponsive;
}

/** One row for each subject, device and measure, with the shares; none where nothing is known. */
export function vitalsDatasets(answer: FieldVitalsAnswer | undefined): DatasetDraft[] {
  const rows = (answer?.known ?? []).flatMap(({ level, url, devices: by }) =>
    devices.flatMap((device) => {
      const of = by[device];
      return vitalNames.flatMap((measure) => {
        const figures = of?.vitals[measure];
        return of && figures
          ? [{ level, url, device, measure, ...figures, from: of.from, to: of.to, attribution }]
          : [];
      });
    }),
  );
  return rows.length === 0
    ? []
    : [{ name: 'field-vitals', description: 'Web vitals of visitors by page, device and measure.', rows }];
}

/** What visitors of the origin met, on all devices; else of the home page. */
export function vitalsStatements(domain: string, answer: FieldVitalsAnswer | undefined): Statement[] {
  const [first] = answer?.known ?? [];
  if (!first) return [];
  const { level, url, devices: by } = first;
  const { from, to } = by.all;
  const site = domainSubject(domain);
  const subjects = level === 'origin' ? [site] : [pageSubject(url), site];
  const values = { level, url, ...toldDevice(by.all), from, to, attribution };
  return [statement('field_vitals', subjects, values, provenanceOf(to))];
}

function provenanceOf(lastDay: string): Provenance {
  return {
    source_class: 'field_data',
    ...sourceClasses.field_data,
    observed_at: `${lastDay}T00:00:00.000Z`,
    connection_id: 'crux',
    cache_hit: false,
  };
}
