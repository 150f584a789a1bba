import { auditedHost, auditOf } from '#test/support/audit/audit-tool.ts';
import {
  type Bed,
  canonicalBed,
  contentBed,
  indexBed,
  languageBed,
  linkBed,
  type Plant,
  siteOf,
} from '#test/support/audit/planted-faults.ts';
import { structuredBed } from '#test/support/audit/planted-structured-data.ts';

const beds = [canonicalBed, indexBed, linkBed, languageBed, structuredBed, contentBed];

const placeOf = ({ toldAt, pages }: Plant) =>
  `http://${auditedHost}${toldAt ?? Object.keys(pages)[0] ?? '/'}`;

/** What an audit of the site does not tell of what was planted there. */
async function missed(bed: Bed): Promise<readonly string[]> {
  const { datasets } = await auditOf(siteOf(bed), { max_pages: 20 }, { answerFor: strangers });
  const rows = datasets?.find(({ name }) => name === 'audit-issues')?.rows ?? [];
  const told = new Set(
    rows.flatMap(({ issue, urls }) =>
      Array.isArray(urls) ? urls.map((url) => `${String(issue)} ${String(url)}`) : [],
    ),
  );
  return bed.plants.map((plant) => `${plant.issue} ${placeOf(plant)}`).filter((fault) => !told.has(fault));
}

/** Other sites are not asked by a test; one page of one of them is gone. */
const strangers: NonNullable<NonNullable<Parameters<typeof auditOf>[2]>['answerFor']> = (url) =>
  new URL(url).hostname === 'gone.net'
    ? {
        ok: true,
        url,
        status: 404,
        headers: {},
        body: new Uint8Array(),
        hops: [],
        firstByteMs: 1,
        totalMs: 1,
      }
    : undefined;

describe('an audit of a site with planted faults', () => {
  it('has 91 of them to find', () => {
    expect(beds.flatMap(({ plants }) => plants)).toHaveLength(91);
  });

  it.each(beds.map((bed) => [bed.kind, bed] as const))('finds every one of %s', async (_kind, bed) => {
    expect(await missed(bed)).toEqual([]);
  });
});
