import { readFile } from 'node:fs/promises';
import { describeTypes, typesFile } from '../../dashboard/scripts/generate-types.ts';

describe('the types of the dashboard', () => {
  it('are those of the OpenAPI document; else run `npm run derive`', async () => {
    const document: unknown = JSON.parse(await readFile('docs/reference/openapi.json', 'utf8'));
    expect(await readFile(typesFile, 'utf8')).toBe(describeTypes(document));
  });
});
