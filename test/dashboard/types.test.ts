import { readFile } from 'node:fs/promises';
import { describeTypes, typesUrl } from '../../dashboard/scripts/generate-types.ts';

describe('the types of the dashboard', () => {
  it('are those of the OpenAPI document and the contracts; else run dashboard/scripts/generate-types.ts', async () => {
    expect(await readFile(typesUrl, 'utf8')).toBe(await describeTypes());
  });
});
