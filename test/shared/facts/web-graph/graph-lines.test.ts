import fc from 'fast-check';
import {
  createSkippedRows,
  domainOf,
  type ParseLine,
  ranksParser,
  readRows,
  verticesParser,
  wholeLines,
} from '#shared/facts/web-graph/graph-lines.ts';
import {
  crawledUntil,
  cruxParser,
  haveNoCrawlInCommon,
  majesticParser,
  parseRelease,
} from '#shared/facts/web-graph/loaded-releases.ts';

const header = '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts\n';

async function* cut(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** All rows of a text that comes in chunks of some size. */
async function rowsOf<Row>(text: string, parse: ParseLine<Row>, size = 1_000): Promise<readonly Row[]> {
  const read: Row[] = [];
  for await (const rows of readRows(wholeLines(cut(text, size), { endsWithLine: true }), parse))
    read.push(...rows);
  return read;
}

describe('reading the files of a web graph', () => {
  const ranksOf = (text: string, size?: number) => rowsOf(text, ranksParser(createSkippedRows()), size);
  const verticesOf = (text: string) => rowsOf(text, verticesParser(createSkippedRows()));

  it('gives the same rows however the file is cut into chunks', async () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,12}$/), { minLength: 1, maxLength: 40 });
    const size = fc.integer({ min: 1, max: 200 });
    await fc.assert(
      fc.asyncProperty(names, size, fc.constantFrom('\n', '\r\n'), async (labels, chunk, end) => {
        const lines = labels.map(
          (name, at) => `${at + 1}\t${1e7 - at}.5\t${at + 7}\t${at}.5E-4\tcom.${name}\t3`,
        );
        const text = `${[header.trimEnd(), ...lines].join(end)}${end}`;
        const expected = labels.map((name, at) => ({
          position: at + 1,
          harmonic: Number(`${1e7 - at}.5`),
          pagerankPosition: at + 7,
          pagerank: Number(`${at}.5E-4`),
          domain: `${name}.com`,
          hosts: 3,
        }));
        expect(await ranksOf(text, chunk)).toEqual(expected);
      }),
    );
  });

  it.each([
    ['ranks of hosts', '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\n', /ranks of hosts/u],
    ['another file', 'id,name\n', /no ranks file/u],
    [
      'a gap in the positions',
      `${header}1\t1.0\t1\t1.0\tcom.a\t1\n3\t1.0\t1\t1.0\tcom.b\t1\n`,
      /Position 3/u,
    ],
    ['a row of five cells', `${header}1\t1.0\t1\t1.0\tcom.a\n`, /5 cells/u],
    ['a number that is none', `${header}1\t0x10\t1\t1.0\tcom.a\t1\n`, /not a number/u],
    ['a number beyond all bounds', `${header}1\t1.0\t${'9'.repeat(400)}\t1.0\tcom.a\t1\n`, /whole number/u],
    ['an end in the middle of a line', `${header}1\t1.0\t1\t1.0\tcom.a`, /middle of a line/u],
    ['an endless line', `${header}${'a'.repeat(100_000)}`, /longer than/u],
  ])('refuses %s, and says so', async (_, text, fault) => {
    await expect(ranksOf(text)).rejects.toThrow(fault);
  });

  it.each([
    ['vertices out of order', '0\tcom.b\t1\n1\tcom.a\t1\n', /not in order/u],
    ['a vertex that comes twice', '0\tcom.a\t1\n1\tcom.a\t1\n', /twice/u],
    ['an id that is not the next', '0\tcom.a\t1\n2\tcom.b\t1\n', /Vertex 2/u],
    ['a vertex without hosts', '0\tcom.a\n', /id, name and hosts/u],
  ])('refuses %s', async (_, text, fault) => {
    await expect(verticesOf(text)).rejects.toThrow(fault);
  });

  it('takes hyphens below dots as the order of bytes has them', async () => {
    const rows = await verticesOf('0\tac.gov.ascension-island\t1\n1\tac.gov.ascension.a\t2\n');
    expect(rows.map(({ domain }) => domain)).toEqual(['ascension-island.gov.ac', 'a.ascension.gov.ac']);
  });

  it('skips names that no domain has and counts them, positions going on', async () => {
    const skipped = createSkippedRows();
    const names = ['com.good', 'com.b?d', `com.${'a'.repeat(300)}`, 'com.xn--bcher-kva', 'com.-x'];
    const text = names.map((name, at) => `${at + 1}\t1.0\t1\t1.0\t${name}\t1\n`).join('');
    const rows = await rowsOf(header + text, ranksParser(skipped));
    expect(rows.map(({ domain, position }) => [domain, position])).toEqual([
      ['good.com', 1],
      ['xn--bcher-kva.com', 4],
    ]);
    expect([...skipped.counts]).toEqual([['not a domain name', { count: 3, example: 'com.b?d' }]]);
  });

  it('turns a reversed name round and back to itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 6 }),
        (labels) => {
          expect(domainOf(labels.join('.'))).toBe(labels.toReversed().join('.'));
        },
      ),
    );
  });
});

describe('reading lists of popular sites', () => {
  it('takes origins of CrUX by their domain, with or without a port or header', async () => {
    const skipped = createSkippedRows();
    const text =
      'origin,rank\nhttps://www.umhb.edu:2053,50000\nhttps://a.bbc.co.uk,1000\nhttps://10.0.0.1,1000\nhttps://x.com,77\n';
    expect(await rowsOf(text, cruxParser(skipped))).toEqual([
      { domain: 'umhb.edu', place: 50_000 },
      { domain: 'bbc.co.uk', place: 1_000 },
    ]);
    expect(skipped.counts.get('not an origin with a band')?.count).toBe(2);
  });

  it('takes rows of Majestic about domains, and counts subdomains and broken ones', async () => {
    const skipped = createSkippedRows();
    const head =
      'GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs,IDN_Domain,IDN_TLD,PrevGlobalRank,PrevTldRank,PrevRefSubNets,PrevRefIPs\n';
    const row = (rank: number, name: string) => `${rank},1,${name},com,500,600,${name},com,1,1,1,1\n`;
    const text = [head, row(1, 'google.com'), row(2, 'en.wikipedia.org'), row(3, '.com'), 'x\n'].join('');
    expect(await rowsOf(text, majesticParser(skipped))).toEqual([
      { domain: 'google.com', place: 1, subnets: 500, addresses: 600 },
    ]);
    expect([...skipped.counts].map(([reason, { count }]) => [reason, count])).toEqual([
      ['a subdomain', 1],
      ['not a domain name', 1],
      ['not a row of twelve cells', 1],
    ]);
  });

  it('refuses a file that is neither', async () => {
    await expect(rowsOf('<html>\n', cruxParser(createSkippedRows()))).rejects.toThrow(/not a list of CrUX/u);
    await expect(rowsOf('<html>\n', majesticParser(createSkippedRows()))).rejects.toThrow(
      /not the Majestic/u,
    );
  });
});

describe('the id of a release', () => {
  it.each([
    ['cc-main-2026-apr-may-jun', ['2026-04', '2026-05', '2026-06']],
    ['cc-main-2025-26-dec-jan-feb', ['2025-12', '2026-01', '2026-02']],
    ['cc-main-2023-24-sep-nov-feb', ['2023-09', '2023-11', '2024-02']],
    ['cc-main-2024-nov-feb-apr', ['2023-11', '2024-02', '2024-04']],
    ['cc-main-2018-jan', ['2018-01']],
  ])('%s tells its months', (id, months) => {
    const release = parseRelease(id);
    expect(release?.months).toEqual(months);
    expect(release && crawledUntil(release)).toBe(months.at(-1));
  });

  it('is refused where it is none', () => {
    for (const id of ['cc-main-2026', 'cc-main-2026-foo', '../cc-main-2026-apr', 'cc-main-2026-apr/..'])
      expect(parseRelease(id)).toBeUndefined();
  });

  it('tells neighbors, which share crawls, from releases that do not', () => {
    const release = (id: string) => parseRelease(id) ?? { id, months: [] };
    const newest = release('cc-main-2026-apr-may-jun');
    expect(haveNoCrawlInCommon(newest, release('cc-main-2026-mar-apr-may'))).toBe(false);
    expect(haveNoCrawlInCommon(newest, release('cc-main-2026-jan-feb-mar'))).toBe(true);
  });
});
