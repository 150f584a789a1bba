import * as v from 'valibot';
import { domainName, told, wholeNumber } from '#shared/contract/fields.ts';
import { ownFigures } from '#shared/contract/own-rows.ts';
import { fieldVitals } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Verdict by product token of the agent. */
const access = v.record(v.string(), v.picklist(['allowed', 'partly', 'blocked', 'unknown']));
const ownClicks = v.object({ clicks: count, impressions: count });
const severity = v.picklist(['high', 'medium', 'low']);
const pageClass = v.picklist([
  ...(['home', 'article', 'product', 'category', 'pricing', 'about', 'contact', 'legal', 'login'] as const),
  ...(['search', 'docs', 'media', 'error', 'other'] as const),
]);

export const auditSite = defineTool({
  name: 'audit_site',
  title: 'Audit site',
  family: 'audit',
  summary: 'Finds technical and content faults of a site in a sample of its pages.',
  whenToUse: 'To learn what to fix first. For every page use crawl_site.',
  credits: 10,
  input: v.object({
    domain: domainName,
    max_pages: wholeNumber(10, 1, 20, 'Pages to audit.'),
    urls: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.minLength(8), v.maxCodePoints(2048))),
        v.minLength(1),
        v.maxLength(20),
        v.description('Audit these pages, not a sample.'),
      ),
    ),
    render: v.optional(told(v.boolean(), 'Also open pages in a browser.')),
    recheck: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^aud_[0-9a-z]{26}$/, 'Expected the audit_id of an earlier answer.'),
        v.description('An earlier audit_id, to learn what is fixed.'),
      ),
    ),
  }),
  data: v.looseObject({
    domain: v.string(),
    /** Names this audit to a later re-check, for seven days. */
    audit_id: v.string(),
    /**
     * Of a re-check: the state of each earlier fault, errors first, at most 25; the dataset `audit-recheck` has all.
     * `gone`: the page is no longer there to have it.
     */
    recheck: v.optional(
      v.array(
        v.object({
          issue: v.string(),
          url: v.string(),
          verdict: v.picklist(['fixed', 'still', 'gone', 'new']),
        }),
      ),
    ),
    /** Of a re-check: verdicts by kind, of all faults. */
    recheck_summary: v.optional(v.object({ fixed: count, still: count, gone: count, new: count })),
    /** What to know first, in one or two sentences; says so where no fault was found. */
    summary: v.string(),
    discovery_source: v.picklist(['robots_sitemap', 'default_sitemap', 'links', 'mixed', 'home_only']),
    /** Addresses found: those audited, excluded and failed together. */
    pages_discovered: count,
    pages_audited: count,
    pages_excluded: count,
    fetch_failures: count,
    /** The pages seem to need scripts, which this audit does not run. */
    render_warning: v.boolean(),
    templates_sampled: v.array(v.string()),
    /** 0-100: the mean of the pages, less what is wrong with the whole site, times the share of addresses that work. */
    onpage_score: v.number(),
    /** The same of the pages that work alone. */
    working_pages_score: v.number(),
    /** Addresses on the site that gave no page, visited or asked for since a page refers to them; each once. */
    dead_addresses: count,
    /** Starts with `base`; the points add up to `onpage_score`. */
    score_breakdown: v.array(v.object({ issue: v.string(), points: v.number() })),
    issues_summary: v.object({ high: count, medium: count, low: count }),
    excluded_summary: v.record(v.string(), count),
    page_class_summary: v.record(v.string(), count),
    worst_page: v.nullable(v.string()),
    /** What robots.txt lets each known agent read, by what it reads for; `partly` is some of the pages. */
    ai_crawlers: v.object({ search: access, user_fetch: access, training: access }),
    /** Content-Signal and Content-Usage lines of robots.txt, with the agents they are for. */
    content_signals: v.array(
      v.object({ agents: v.array(v.string()), uses: v.record(v.string(), v.string()) }),
    ),
    /**
     * What to do: first what keeps the site out of search, then what loses pages with clicks, then in order of
     * `gain`, the points by which the score would rise. `own` has the clicks of the pages, where the account has them. `also_mends` names other issues that the same work ends.
     */
    recommendations: v.array(
      v.object({
        issue: v.string(),
        severity,
        /** Of an issue that is no cluster below; a cluster has it itself. */
        title: v.optional(v.string()),
        action: v.string(),
        affected_pages: count,
        example_url: v.string(),
        gain: v.number(),
        also_mends: v.optional(v.array(v.string())),
        keeps_site_out_of_search: v.optional(v.boolean()),
        own: v.optional(ownClicks),
      }),
    ),
    /** The four most severe; all are in the dataset `audit-issues`. */
    issue_clusters: v.array(
      v.object({
        issue: v.string(),
        severity,
        title: v.string(),
        affected_pages: count,
        sample_urls: v.array(v.string()),
        evidence: v.object({ selector: v.string(), excerpt: v.string() }),
        /** Path of the served page that explains the check: what, why, threshold, remedy, source. */
        explained: v.string(),
      }),
    ),
    /** The account's own figures of the site in search, where it has any: what `own` elsewhere is a part of. */
    own: v.optional(v.pick(ownFigures, ['clicks', 'impressions', 'from', 'to'])),
    /** What visitors' browsers measured, by the Chrome UX Report; shares and other pages are in the dataset `field-vitals`. */
    field_vitals: fieldVitals,
    /** Pages that were opened in a browser, where `render` was sent: what it found differs is among the issues, whose ids begin with `rendered_`. */
    rendered: v.optional(
      v.array(
        v.object({
          url: v.string(),
          /** Why the browser did not show it; else null. */
          reason: v.nullable(v.picklist(['timeout', 'moved', 'crashed'])),
          /** Of all visible text, as sent and as rendered. */
          words_sent: count,
          words_rendered: v.nullable(count),
        }),
      ),
    ),
    /** Pages with clicks that no link leads to, most clicks first, at most ten; only where the whole site was read. */
    orphans: v.optional(v.array(v.object({ url: v.string(), clicks: count }))),
    /** Audited pages, then up to ten addresses that do not work; `pages_note` says which. */
    pages: v.array(
      v.object({
        url: v.string(),
        /** Null where the page gave no answer; `reason` then says why. */
        status_code: v.nullable(v.number()),
        page_class: pageClass,
        title: v.nullable(v.string()),
        /** Of the text outside navigation, header and footer, as `thin_content` counts. */
        word_count: v.nullable(count),
        onpage_score: v.number(),
        /** The five most severe. */
        issues: v.array(v.string()),
        /** Where there are more than `issues` lists. */
        issues_total: v.optional(count),
        reason: v.optional(v.string()),
      }),
    ),
    pages_note: v.string(),
  }),
  needs: ['crawl', 'fieldVitals', 'ownPages', 'facts', 'datasets', 'datasetRows'],
  sourceClasses: ['crawl', 'field_data'],
  quotesPages: true,
  timeoutSeconds: 28,
  example: { domain: 'trailpeak.example' },
});
