import { readFile } from 'node:fs/promises';
import { clientFiles } from '#clients/generator/client-files.ts';
import { readApi } from '#clients/generator/read-api.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { toolPath } from '#shared/contract/tool.ts';

describe('the generated files of the clients', () => {
  it('are those of the OpenAPI document; else run `npm run derive`', async () => {
    const document: unknown = JSON.parse(await readFile('docs/reference/openapi.json', 'utf8'));
    for (const [path, text] of clientFiles(document))
      expect([path, await readFile(path, 'utf8')]).toEqual([path, text]);
  });

  it('have an operation for every path of the document', async () => {
    const document = JSON.parse(await readFile('docs/reference/openapi.json', 'utf8'));
    const { operations } = readApi(document);
    const paid = new Set<string>(toolCatalog.filter(({ credits }) => credits > 0).map(toolPath));
    expect(new Set(operations.map(({ path }) => path))).toEqual(new Set(Object.keys(document.paths)));
    for (const { path, method, isKeyed } of operations.filter(({ tag }) => tag === 'Tools'))
      expect([path, method, isKeyed]).toEqual([path, 'POST', paid.has(path)]);
  });
});
