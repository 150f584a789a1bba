import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { clientFiles } from '#clients/generator/client-files.ts';
import { collectionFile, postmanCollection } from '#clients/generator/postman-collection.ts';
import { readApi } from '#clients/generator/read-api.ts';
import { exchangesPage } from '#functions/reference/exchanges-page.ts';
import { openApiDocument } from '#functions/reference/openapi.ts';
import { repositoryOrigin } from '#functions/reference/pages.ts';
import { submissionFiles } from '#functions/reference/submission.ts';
import { endpointCatalog } from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { accessReference } from '#lib/access-reference.ts';
import { serviceFunctions } from '#lib/service-functions.ts';
import { recordExampleAnswers } from '#local/example-answers.ts';
import { recordExchanges } from '#local/record-exchanges.ts';
import { describeTypes, typesFile } from '../dashboard/scripts/generate-types.ts';
import { readGuides } from './read-guides.ts';

/**
 * Writes what is derived from the contracts and has to be there before the
 * service runs: the OpenAPI document, the recorded answers and exchanges, the
 * guides, the dashboard's types of the API and the clients' methods and types.
 * `npm run generate`; none of these files is written by hand. The pages of the
 * reference are not among them: the service renders them.
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
  ['storage-access.md', accessReference(serviceFunctions)],
  ['openapi.json', `${JSON.stringify(openApi, null, 2)}\n`],
  ...submissionFiles({ tools: toolCatalog, baseUrl, version }),
]);

await mkdir(folder, { recursive: true });
for (const name of await readdir(folder))
  if (!files.has(name)) await rm(join(folder, name), { recursive: true });
for (const [name, text] of files) await writeFile(join(folder, name), text);
await writeFile(typesFile, describeTypes(openApi));
const clients = new Map([...clientFiles(openApi), [collectionFile, postmanCollection(readApi(openApi))]]);
await mkdir(dirname(collectionFile), { recursive: true });
for (const [path, text] of clients) await writeFile(path, text);
process.stdout.write(
  `${files.size} files written to ${folder}, and ${answersFile}, ${guidesFile}, ${exchangesFile}, ${typesFile} and ${[...clients.keys()].join(', ')}\n`,
);
