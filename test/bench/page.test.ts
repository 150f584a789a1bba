import { readFile } from 'node:fs/promises';
import { renderCapacity } from '../../bench/capacity/page.ts';
import { renderPage } from '../../bench/harness/page.ts';
import { partNames } from '../../bench/harness/report.ts';
import { type Result, storedResults } from '../../bench/harness/results.ts';

const page = await readFile(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8');
const empty =
  'Before.\n<!-- aims: begin -->\n<!-- aims: end -->\nBetween.\n<!-- measured: begin -->\nstale\n<!-- measured: end -->\nAfter.\n';

function resultOf(part: Result['part'], rows: Result['tables'][number]['rows']): Result {
  return {
    ...{ part, measured_on: '2026-11-20', machine: 'a machine', load: 0.5, is_long: false },
    ...{ versions: { valibot: '1.5.0' }, tables: [{ title: `Table of ${part}`, method: 'How.', rows }] },
  };
}

describe('docs/benchmarks.md', () => {
  it('says what the stored results say', async () => {
    expect(renderPage(page, await storedResults())).toBe(page);
  });

  it('reckons capacity with them too', async () => {
    const capacity = await readFile(new URL('../../docs/capacity.md', import.meta.url), 'utf8');
    expect(renderCapacity(capacity, await storedResults())).toBe(capacity);
  });

  it('is rendered from results that name no place on the machine that measured', async () => {
    expect(JSON.stringify(await storedResults())).not.toMatch(/\/(?:home|root|tmp|work|Users)\//u);
  });
});

describe('the page of stored results', () => {
  const service = resultOf('service', [{ subject: 'paid call', 'a second': 250 }]);
  const faults = resultOf('faults', [{ scenario: 'a call', violations: 0 }]);

  it('keeps what people wrote around the figures', () => {
    const rendered = renderPage(empty, [service]);
    expect(rendered).toMatch(/^Before\.\n.*\nBetween\.\n.*\nAfter\.\n$/su);
    expect(rendered).toContain('| paid call | 250 |');
    expect(rendered).not.toContain('stale');
  });

  it("renews one part's tables alone", () => {
    const before = renderPage(empty, [service, faults]);
    const faster = resultOf('service', [{ subject: 'paid call', 'a second': 500 }]);
    expect(renderPage(before, [faster, faults])).toBe(
      before.replace('| paid call | 250 |', '| paid call | 500 |'),
    );
  });

  it('says of each part when it ran and with which versions, or that it never did', () => {
    const rendered = renderPage(empty, [service]);
    expect(rendered).toContain('| service | 2026-11-20 | 1 | 0.5 | valibot 1.5.0 |');
    for (const part of partNames) expect(rendered.includes(`| ${part} | never |`)).toBe(part !== 'service');
  });

  it('judges an aim by the figures, and says of what was not measured that it was not', () => {
    const broken = resultOf('faults', [{ scenario: 'a call', violations: 1 }]);
    expect(renderPage(empty, [faults])).toContain('| no violation of the ledger | 0 | yes |');
    expect(renderPage(empty, [broken])).toContain('| no violation of the ledger | 1 | no |');
    expect(renderPage(empty, [])).toContain('| no violation of the ledger | not measured |  |');
  });
});
