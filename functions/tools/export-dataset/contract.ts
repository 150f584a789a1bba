import * as v from 'valibot';
import { exampleDataset } from '#shared/contract/examples.ts';
import { defineTool } from '#shared/contract/tool.ts';

const field = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const cell = v.union([v.string(), v.number(), v.boolean(), v.null()]);

export const exportDataset = defineTool({
  name: 'export_dataset',
  title: 'Export dataset',
  family: 'core',
  summary: 'Rows of a dataset that an answer names in resources.',
  whenToUse: 'To read a list that an answer shows in part.',
  credits: 0,
  input: v.object({
    uri: v.pipe(v.string(), v.trim(), v.minLength(8), v.maxLength(512), v.description('As in `resources`.')),
    limit: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(100_000),
        v.description('Default: all that fit.'),
      ),
    ),
    cursor: v.optional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(2048),
        v.description('`next_cursor` of the rows before.'),
      ),
    ),
    offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Rows to skip.')), 0),
    fields: v.optional(v.pipe(v.array(field), v.maxLength(50), v.description('Default: all.'))),
    where: v.optional(
      v.pipe(
        v.array(
          v.object({
            field,
            op: v.picklist(['=', '!=', '<', '<=', '>', '>=', 'contains', 'in']),
            value: v.union([cell, v.pipe(v.array(cell), v.maxLength(1000))]),
          }),
        ),
        v.maxLength(20),
        v.description('All must hold; `in` takes a list.'),
      ),
    ),
    sort: v.optional(v.pipe(v.array(field), v.maxLength(5), v.description('Fields; `-field` descends.'))),
    format: v.optional(v.pipe(v.picklist(['csv', 'ndjson']), v.description('Adds a download link.'))),
  }),
  data: v.looseObject({
    uri: v.string(),
    items: v.array(v.looseObject({})),
    available: v.boolean(),
    note: v.optional(v.string()),
    download_url: v.optional(v.string()),
    next_cursor: v.optional(v.string()),
  }),
  needs: ['datasetRead', 'indexItem', 'indexItems', 'indexRows'],
  sourceClasses: ['search_index', 'backlink_index', 'crawl'],
  quotesPages: true,
  timeoutSeconds: 28,
  example: { uri: exampleDataset.uri },
});
