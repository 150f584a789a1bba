import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** At the 75th percentile of visits; null where the source tells none. */
const measured = v.nullable(v.number());

export const deviceVitals = v.object({
  /** Core Web Vitals: LCP, INP and CLS are all good; null where LCP or CLS is unknown. */
  passes: v.nullable(v.boolean()),
  lcp_ms: measured,
  inp_ms: measured,
  cls: measured,
  fcp_ms: measured,
  ttfb_ms: measured,
});

const subjectVitals = v.object({
  url: v.string(),
  /** First and last day of the visits. */
  from: v.string(),
  to: v.string(),
  all: deviceVitals,
  phone: v.nullable(deviceVitals),
  desktop: v.nullable(deviceVitals),
});

export const fieldVitals = v.object({
  /** All pages of the origin together; null where `reason` says why. */
  origin: v.nullable(subjectVitals),
  reason: v.optional(v.picklist(['not_connected', 'no_data', 'no_answer'])),
  home_page: v.optional(subjectVitals),
  pages_with_data: v.optional(count),
  /** Pages that do not pass, at most five. */
  slow_pages: v.optional(v.array(v.string())),
  /** Addresses that the source gave no answer for. */
  unanswered: v.optional(count),
  attribution: v.optional(v.string()),
});
