import * as v from 'valibot';
import { domainName } from '#shared/contract/fields.ts';
import { explainedChange, explainQuestion } from '#shared/contract/site-changes.ts';
import { defineTool } from '#shared/contract/tool.ts';

const { parts, notes } = explainedChange.entries;

export const explainChange = defineTool({
  name: 'explain_change',
  title: 'Explain a change of clicks',
  family: 'seo',
  summary: 'Why clicks of your own site changed between two periods, in parts that add up to the change.',
  whenToUse:
    'For a rise or fall of a site you connected or uploaded. For bare figures use inspect_search_performance.',
  credits: 0,
  input: v.object({ site: domainName, ...explainQuestion }),
  data: v.looseObject({
    site: v.string(),
    connect_at: v.nullable(v.string()),
    period: v.nullable(explainedChange.entries.period),
    compared_with: v.nullable(explainedChange.entries.compared_with),
    explained_by: v.nullable(explainedChange.entries.explained_by),
    clicks: v.nullable(explainedChange.entries.clicks),
    parts,
    notes,
    method: v.string(),
  }),
  needs: ['indexItem', 'indexRows', 'datasets', 'trackers'],
  sourceClasses: ['webmaster_console'],
  timeoutSeconds: 28,
  example: { site: 'trailpeak.example' },
});
