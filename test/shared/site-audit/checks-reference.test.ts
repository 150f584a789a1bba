import { checkCatalog } from '#shared/site-audit/checks/catalog.ts';
import { checksReference } from '#shared/site-audit/report/checks-reference.ts';

describe('the reference page of checks', () => {
  const page = checksReference();

  it('explains every check under a heading of its own', () => {
    for (const { id } of checkCatalog)
      expect(page.split(`\n<a id="${id}"></a>\n\n### ${id}\n`)).toHaveLength(2);
  });

  it('lets no markup slip through', () => {
    const anchors = /<a id="[\w-]+"><\/a>/gu;
    expect(page.replaceAll(/`[^`]*`/gu, '').replaceAll(anchors, '')).not.toMatch(/<[a-z]/iu);
  });
});
