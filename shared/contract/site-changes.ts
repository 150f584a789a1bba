import * as v from 'valibot';
import { told } from './fields.ts';
import { day } from './site-performance.ts';

const whole = v.pipe(v.number(), v.integer());
const nullableText = v.nullable(v.string());

const scopeText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2_000));

/** Which change is to be explained. */
export const explainQuestion = {
  from: v.optional(day),
  to: v.optional(day),
  compare_from: v.optional(day),
  compare_to: v.optional(day),
  scope: v.pipe(
    v.optional(
      v.strictObject({
        folder: v.optional(scopeText),
        page: v.optional(scopeText),
        query: v.optional(scopeText),
        country: v.optional(scopeText),
        device: v.optional(scopeText),
      }),
    ),
    v.check(
      (scope) => Object.values(scope ?? {}).filter((value) => value !== undefined).length < 2,
      'Send one member of scope at most.',
    ),
    v.description('One of these; a folder as `/blog/`, a country as `de`.'),
  ),
};

export const changeParts = [
  'demand',
  'season',
  'mix',
  'position',
  'click_rate',
  'gone',
  'new',
  'withheld',
] as const;

const carried = v.object({ query: nullableText, page: nullableText, clicks: whole });

const explainedPart = v.object({
  name: v.picklist(changeParts),
  clicks: whole,
  low: whole,
  high: whole,
  verdict: v.picklist(['seen', 'cannot_tell']),
  carried_by: v.array(carried),
  evidence: v.array(v.looseObject({ kind: v.string(), text: v.string() })),
});

const period = v.object({ from: nullableText, to: nullableText });

export const explainedChange = v.object({
  period,
  compared_with: period,
  /** Rows of queries and pages, an uploaded list of queries, or the totals of days alone. */
  explained_by: v.picklist(['rows', 'uploads', 'day_totals']),
  clicks: v.object({ before: whole, after: whole, change: whole }),
  parts: v.array(explainedPart),
  notes: v.array(v.string()),
});

const verdict = v.picklist(['effect', 'no_effect_seen', 'cannot_tell']);

const measured = v.object({
  clicks: told(whole, 'Difference from what the control pages predict, over all days after.'),
  low: told(whole, 'Lower end of the interval of 95 in 100.'),
  high: told(whole, 'Its upper end.'),
  share: told(v.number(), 'The effect as a share of what was expected, such as 0.1.'),
  p_value: told(v.number(), 'Share of pages that moved as much without a change.'),
  controls: told(whole, 'Control pages with a weight.'),
  power: told(v.number(), 'Chance that an effect of a tenth would have been found.'),
  verdict,
  needs_days: told(
    v.nullable(whole),
    'Days from which on a tenth would be found; null where none are needed, or a year is too short.',
  ),
});

/** The effect of a recorded change, once it was measured. */
export const changeEffect = v.object({
  days: told(whole, 'Days after the change that are counted: 14 or 28.'),
  measured_at: told(v.string(), 'When it was measured, ISO 8601, UTC.'),
  clicks: told(v.nullable(measured), 'Null where it cannot be determined; `why` says the reason.'),
  impressions: told(v.nullable(measured), 'The same of impressions.'),
  verdict: told(verdict, 'Of the clicks.'),
  why: told(v.string(), 'What the verdict says, in a sentence.'),
  warnings: told(v.array(v.string()), 'What else fell into these days.'),
});

/** A change as it is recorded, before any effect is known. */
export const recordedChange = v.object({
  id: told(v.string(), 'Id of the change, `chg_…`.'),
  site: told(v.string(), 'The site.'),
  at: told(v.string(), 'The day of the change, `YYYY-MM-DD`; the days after it are counted.'),
  what: told(v.string(), 'What was changed.'),
  pages: told(v.array(v.string()), 'Paths or addresses of the changed pages; `*` is any text.'),
  recorded_at: told(v.string(), 'When it was recorded, ISO 8601, UTC.'),
  next_at: told(nullableText, 'The day from which on it is measured next; null after the last.'),
});

export const siteChange = v.object({
  ...recordedChange.entries,
  effect: told(v.nullable(changeEffect), 'Null before 14 days are known; measured again after 28.'),
});

export const newSiteChange = v.object({
  at: told(v.optional(day), 'Day of the change, today if omitted.'),
  what: told(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)), 'What was changed.'),
  pages: told(
    v.pipe(
      v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))),
      v.minLength(1),
      v.maxLength(100),
      v.check(
        (pages) => pages.reduce((sum, page) => sum + page.length, 0) <= 4_000,
        'Send at most 4,000 characters of pages; `*` stands for any text.',
      ),
    ),
    'Paths (`/blog/*`) or addresses of the changed pages; `*` is any text.',
  ),
});
