import { judgedAims } from './aims.ts';
import { markdownOf, partNames } from './report.ts';
import type { Result } from './results.ts';

/**
 * `docs/benchmarks.md` with every figure from the stored results. What people
 * wrote around the marks stays as it is.
 */
export function renderPage(page: string, results: readonly Result[]): string {
  const aims = between(page, 'aims', markdownOf(judgedAims(results)));
  return between(aims, 'measured', [overview(results), ...results.flatMap(sections)].join('\n\n'));
}

/** The page with the figures between two marks of that name; throws where it has no such marks. */
export function between(page: string, mark: string, figures: string): string {
  const [begin, end] = [`<!-- ${mark}: begin -->`, `<!-- ${mark}: end -->`];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`The page must hold "${begin}" and "${end}".`);
  return `${before}${begin}\n${figures}\n${end}${after}`;
}

/** Which part ran when, where and beside what; a part that never ran says so. */
function overview(results: readonly Result[]): string {
  const machines = [...new Set(results.map(({ machine }) => machine))];
  const rows = partNames.map((name) => {
    const result = results.find(({ part }) => part === name);
    if (!result) return { part: name, measured: 'never', machine: '', load: '', versions: '' };
    return {
      part: name,
      measured: `${result.measured_on}${result.is_long ? ', `--long`' : ''}`,
      machine: String(machines.indexOf(result.machine) + 1),
      load: result.load === null ? 'not noted' : String(result.load),
      versions: Object.entries(result.versions)
        .map((each) => each.join(' '))
        .join(', '),
    };
  });
  const numbered = machines.map((machine, index) => `Machine ${index + 1}: ${machine}.`);
  return [...numbered, '', markdownOf(rows)].join('\n');
}

/** Parts whose figures `docs/capacity.md` shows with what they cost, and this page does not again. */
const shownWithCosts = new Set(['stage', 'search-console']);

function sections({ part, tables }: Result): readonly string[] {
  if (shownWithCosts.has(part)) return [];
  return tables.map(({ title, method, rows }) => `### ${title}\n${method}\n\n${markdownOf(rows)}`);
}
