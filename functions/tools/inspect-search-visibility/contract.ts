import * as v from 'valibot';
import { devices, domainName, keywordText, market, told } from '#shared/contract/fields.ts';
import { ownFigures } from '#shared/contract/own-rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

const count = v.number();
const modes = ['auto', 'index', 'live', 'newest'] as const;

export const inspectSearchVisibility = defineTool({
  name: 'inspect_search_visibility',
  title: 'Inspect search visibility',
  family: 'serp',
  summary: 'Where a domain ranks for each of up to 100 keywords, from the index or from live listings.',
  whenToUse: 'To check known keywords. One price for any mode and number; free if every live look-up fails.',
  credits: 3,
  input: v.object({
    domain: domainName,
    keywords: v.pipe(v.array(keywordText), v.minLength(1), v.maxLength(100)),
    ...market,
    device: v.optional(told(v.picklist(devices), 'Default: desktop.')),
    mode: v.optional(
      told(
        v.picklist(modes),
        'auto: index, and live for up to 20 unknown keywords if the domain ranks for under a fifth. newest: live, or index without a live source.',
      ),
      'auto',
    ),
    rivals: v.optional(
      v.pipe(v.array(domainName), v.maxLength(5), v.description('Adds their best positions, same price.')),
    ),
    serp_features: v.optional(told(v.boolean(), 'Adds item types of each listing.')),
  }),
  data: v.looseObject({
    domain: v.string(),
    location: v.string(),
    fetched_at: v.nullable(v.string()),
    device: v.optional(v.picklist(devices)),
    mode: v.picklist(modes),
    mode_used: v.picklist(['index', 'live']),
    /** One row per requested keyword, in request order. */
    positions: v.array(
      v.object({
        keyword: v.string(),
        status: v.picklist(['ranked', 'not_in_top_n', 'not_checked']),
        position: v.nullable(v.number()),
        url: v.nullable(v.string()),
        monthly_volume: v.nullable(v.number()),
        source: v.nullable(v.picklist(['index', 'live'])),
        checked_depth: v.nullable(v.number()),
        observed_at: v.nullable(v.string()),
        file_date: v.optional(v.string()),
        ai_overview: v.picklist(['cited', 'not_cited', 'none', 'not_checked']),
        /** Rivals that rank; there where rivals were named. */
        rivals: v.optional(v.array(v.object({ domain: v.string(), position: v.number(), url: v.string() }))),
        serp_features: v.optional(v.nullable(v.array(v.string()))),
        basis: v.optional(v.picklist(['observed', 'average'])),
        average_position: v.optional(v.nullable(v.number())),
        /** Countries that a mean position is of, which need not be those that were asked about. */
        market: v.optional(v.string()),
        own: v.optional(ownFigures),
      }),
    ),
    summary: v.object({
      keywords_requested: count,
      checked: count,
      ranked: count,
      top_3: count,
      top_10: count,
      top_20: count,
      avg_position: v.nullable(v.number()),
      not_checked: count,
      ai_cited: count,
      ai_overviews: count,
      fell_back_to_live: v.boolean(),
    }),
  }),
  needs: ['indexItems', 'indexWrite', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['search_index', 'live_serp', 'webmaster_console'],
  timeoutSeconds: 28,
  example: { domain: 'trailpeak.example', keywords: ['running shoes', 'trail running shoes'] },
});
