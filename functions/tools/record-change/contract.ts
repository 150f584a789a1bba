import * as v from 'valibot';
import { domainName } from '#shared/contract/fields.ts';
import { newSiteChange, recordedChange } from '#shared/contract/site-changes.ts';
import { defineTool } from '#shared/contract/tool.ts';

export const recordChange = defineTool({
  name: 'record_change',
  title: 'Record a change of a site',
  family: 'seo',
  summary: 'Notes what was changed on which pages; its effect is measured after 14 and 28 days.',
  whenToUse: 'After you changed your own site. To ask why clicks moved use explain_change.',
  credits: 0,
  input: v.object({ site: domainName, ...newSiteChange.entries }),
  data: v.looseObject({ change: v.nullable(recordedChange) }),
  needs: ['siteChanges'],
  sourceClasses: ['webmaster_console'],
  writes: true,
  example: { site: 'trailpeak.example', pages: ['/blog/*'], what: 'New titles' },
});
