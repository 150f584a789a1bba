import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { clientFiles } from '#clients/generator/client-files.ts';
import { readApi } from '#clients/generator/read-api.ts';
import { checkCatalog } from '#shared/site-audit/checks/catalog.ts';
import { describeTypes, typesFile } from '../dashboard/scripts/generate-types.ts';
import { readGuides } from './read-guides.ts';

/**
 * Writes what follows from files of the repository and is not kept in it: the
 * clients' methods and types, the dashboard's types of the API and titles of
 * checks, the examples of the tools as the service shows them, and the guides
 * that it serves.
 * `bin/launch.mjs` does it before any command where a source has changed, and reads which files there are.
 */
const openApi: unknown = JSON.parse(await readFile('docs/reference/openapi.json', 'utf8'));
const files = new Map([
  ['functions/reference/example-answers.json', asJson(exampleAnswers())],
  ['functions/reference/guides.json', asJson(await readGuides())],
  [typesFile, describeTypes(openApi)],
  [
    'dashboard/src/api/check-titles.json',
    asJson(Object.fromEntries(checkCatalog.map(({ id, title }) => [id, title]))),
  ],
  ...clientFiles(openApi),
]);
for (const [path, text] of files) {
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue;
  await mkdir(dirname(path), { recursive: true });
  // Another command may read it meanwhile.
  await writeFile(`${path}.${process.pid}`, text);
  await rename(`${path}.${process.pid}`, path);
}
process.stdout.write(`${[...files.keys()].join('\n')}\n`);

function exampleAnswers(): Readonly<Record<string, unknown>> {
  const tools = readApi(openApi).operations.filter(({ tag }) => tag === 'Tools');
  return Object.fromEntries(tools.map(({ id, answerExample }) => [id, answerExample]));
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
