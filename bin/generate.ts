import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { clientFiles } from '#clients/generator/client-files.ts';
import { endpointCatalog } from '#functions/endpoints.ts';
import { exchangesPage } from '#functions/reference/exchanges-page.ts';
import { llmsTxt } from '#functions/reference/llms-txt.ts';
import { openApiDocument } from '#functions/reference/openapi.ts';
import { referencePages, repositoryOrigin } from '#functions/reference/pages.ts';
import { submissionFiles } from '#functions/reference/submission.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { accessReference } from '#lib/access-reference.ts';
import { serviceFunctions } from '#lib/service-functions.ts';
import { recordExampleAnswers } from '#local/example-answers.ts';
import { recordExchanges } from '#local/record-exchanges.ts';
import { checksReference } from '#shared/site-audit/report/checks-reference.ts';
import { describeTypes, typesFile } from '../dashboard/scripts/generate-types.ts';
import { guideFiles, readGuides } from './read-guides.ts';

/**
 * Writes everything that is derived from the contracts: the reference in
 * `docs/reference`, the example answers in it, the guides that are served beside
 * it, the dashboard's types of the API and the clients' methods and types. `npm run generate`; none of these
 * files is written by hand.
 */
const folder = 'docs/reference';
const baseUrl = repositoryOrigin;
const answersFile = 'functions/reference/example-answers.json';
const guidesFile = 'functions/reference/guides.json';
const exchangesFile = 'functions/reference/exchanges.json';

// What the recorded service logs about its calls is nothing to read here.
process.env.POWERTOOLS_LOG_LEVEL = 'ERROR';
const answers = await recordExampleAnswers();
await writeFile(answersFile, `${JSON.stringify(answers, null, 2)}\n`);
await writeFile(guidesFile, `${JSON.stringify(await readGuides(), null, 2)}\n`);
const exchanges = exchangesPage(await recordExchanges(), { tools: toolCatalog, endpoints: endpointCatalog });
await writeFile(exchangesFile, `${JSON.stringify(exchanges, null, 2)}\n`);
const catalogs = { tools: toolCatalog, endpoints: endpointCatalog, answers };
const openApi = openApiDocument(catalogs, baseUrl);

const { version } = v.parse(
  v.object({ version: v.string() }),
  JSON.parse(await readFile('package.json', 'utf8')),
);

const files = new Map<string, string>([
  ...[...referencePages(catalogs, baseUrl), exchanges].map(({ name, markdown }): [string, string] => [
    `${name}.md`,
    linkFiles(markdown),
  ]),
  ['checks.md', checksReference()],
  ['storage-access.md', accessReference(serviceFunctions)],
  ['openapi.json', `${JSON.stringify(openApi, null, 2)}\n`],
  ['llms.txt', llmsTxt(catalogs, baseUrl)],
  ...submissionFiles({ tools: toolCatalog, baseUrl, version }),
]);

await mkdir(folder, { recursive: true });
for (const name of await readdir(folder))
  if (!files.has(name)) await rm(join(folder, name), { recursive: true });
for (const [name, text] of files) await writeFile(join(folder, name), text);
await writeFile(typesFile, describeTypes(openApi));
const clients = clientFiles(openApi);
for (const [path, text] of clients) await writeFile(path, text);
process.stdout.write(
  `${files.size} files written to ${folder}, and ${answersFile}, ${guidesFile}, ${exchangesFile}, ${typesFile} and ${[...clients.keys()].join(', ')}\n`,
);

/** Pages link each other by name when served; in the repository they are files. */
function linkFiles(markdown: string): string {
  return markdown
    .replaceAll(
      /\]\((?<name>[a-z_]+)(?<anchor>#[a-z_]+)?\)/gu,
      (_match, name: string, anchor = '') => `](${name}.md${anchor})`,
    )
    .replaceAll('](/docs/checks)', '](checks.md)')
    .replaceAll(/\]\(\/docs\/(?<name>[a-z]+)\)/gu, (_match, name: string) => `](../${guideFiles.get(name)})`)
    .replaceAll(/\]\(\/(?<name>openapi\.json|llms\.txt)\)/gu, ']($<name>)');
}
