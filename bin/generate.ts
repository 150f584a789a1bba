import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountTools } from '#functions/mcp/account-tools.ts';
import { openApiDocument } from '#functions/reference/openapi.ts';
import { repositoryOrigin } from '#functions/reference/pages.ts';
import { directorySubmission } from '#functions/reference/submission.ts';
import { endpointCatalog } from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { accessReference } from '#lib/role-policy.ts';
import { serviceFunctions } from '#lib/service-functions.ts';
import { recordExampleAnswers } from '#local/example-answers.ts';
import { recordExchanges } from '#local/record-exchanges.ts';

/**
 * Writes what the contracts and the running service say: the OpenAPI document
 * with a recorded answer of each tool, and the recorded exchanges, which are
 * kept in the repository; beside them who may touch what, and what directories
 * of connectors ask for. Then all that is derived from the document.
 */
const folder = 'docs/reference';
const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const exchangesFile = 'functions/reference/exchanges.json';

// What the recorded service logs about its calls is nothing to read here.
process.env.POWERTOOLS_LOG_LEVEL = 'ERROR';
const answers = await recordExampleAnswers();
await writeFile(exchangesFile, asJson(await recordExchanges()));
const catalogs = { tools: toolCatalog, endpoints: endpointCatalog, answers };
const openApi = openApiDocument(catalogs, repositoryOrigin);

const files = new Map<string, string>([
  ['storage-access.md', accessReference(serviceFunctions)],
  ['openapi.json', asJson(openApi)],
  ['submission.json', asJson(directorySubmission([...toolCatalog, ...accountTools]))],
]);

await mkdir(folder, { recursive: true });
for (const [name, text] of files) await writeFile(join(folder, name), text);
await import('./derive.ts');
process.stdout.write(`${exchangesFile} and ${[...files.keys()].join(', ')} of ${folder} are written.\n`);
