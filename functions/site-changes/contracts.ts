import * as v from 'valibot';
import { defineIn, removedRecord } from '#shared/contract/endpoint.ts';
import { workRoles } from '#shared/contract/role.ts';
import { newSiteChange, siteChange } from '#shared/contract/site-changes.ts';

const defineHere = defineIn({ module: 'site-changes/actions.ts', roles: workRoles, scope: 'keys:manage' });
const path = '/v1/me/sites/{site}/changes';

const example = {
  id: 'chg_01kbhs3x9mq6d8v0a2c4e6g8j0',
  site: 'shop.example',
  at: '2026-11-20',
  what: 'New titles',
  pages: ['/blog/*'],
  recorded_at: '2026-11-20T12:00:00.000Z',
  effect: null,
  next_at: '2026-12-04',
};

export const recordSiteChange = defineHere({
  name: 'record_site_change',
  title: 'Record a change of a site',
  summary:
    'Records what was changed on which pages. Its effect on clicks and impressions is measured against pages that were not changed, after 14 and after 28 days, where the site is connected. Free.',
  methods: ['POST'],
  path,
  body: newSiteChange,
  response: siteChange,
  creates: true,
  grants: { tables: { index: ['Query', 'PutItem'] } },
  example: { body: { at: '2026-11-20', what: 'New titles', pages: ['/blog/*'] }, response: example },
});

export const listSiteChanges = defineHere({
  name: 'list_site_changes',
  title: 'List changes of a site',
  summary: 'The recorded changes of a site with their effects, the newest first. Free.',
  methods: ['GET'],
  path,
  response: v.array(siteChange),
  grants: { tables: { index: ['Query'] } },
  example: { response: [example] },
});

export const removeSiteChange = defineHere({
  name: 'remove_site_change',
  title: 'Remove a change of a site',
  summary: 'Removes a recorded change with its effect.',
  methods: ['DELETE'],
  path: `${path}/{change_id}`,
  response: removedRecord,
  grants: { tables: { index: ['GetItem', 'BatchWriteItem'] } },
  example: { response: { id: example.id, status: 'removed' } },
});
