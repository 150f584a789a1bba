import { Badge, Group, RingProgress, SimpleGrid, Stack, Text } from '@mantine/core';
import { number, words } from '../format.ts';
import { BarList } from '../parts/bar-list.tsx';
import { pageColumn, Strong } from './cells.tsx';
import { Figures, Panel } from './figures.tsx';
import { type Data, num, part, rows, text, texts } from './read.ts';
import { RowsTable } from './rows-table.tsx';

const severityColors: Readonly<Record<string, string>> = { high: 'red', medium: 'yellow', low: 'gray' };

/** The health of a site: score, what costs it, what to fix first. */
export function AuditPicture({ data }: { readonly data: Data }) {
  const issues = part(data, 'issues_summary');
  return (
    <>
      <Group gap="xl" align="center">
        <Score score={num(data, 'onpage_score')} />
        <Stack gap="sm" flex={1} miw={240}>
          <Figures
            figures={[
              { label: 'High', value: number(num(issues, 'high')), note: 'fix first' },
              { label: 'Medium', value: number(num(issues, 'medium')) },
              { label: 'Low', value: number(num(issues, 'low')) },
              {
                label: 'Pages',
                value: number(num(data, 'pages_audited')),
                note: `of ${number(num(data, 'pages_discovered'))} found`,
              },
            ]}
          />
        </Stack>
      </Group>
      <Panel title="What to fix first">
        <Recommendations list={rows(data, 'recommendations')} />
      </Panel>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Panel title="Issues by pages affected">
          <BarList
            rows={rows(data, 'issue_clusters')
              .slice(0, 12)
              .map((cluster) => ({
                label: words(text(cluster, 'issue')),
                value: num(cluster, 'affected_pages') ?? 0,
                text: pagesText(num(cluster, 'affected_pages')),
                color: `var(--mantine-color-${severityColors[text(cluster, 'severity')] ?? 'gray'}-6)`,
              }))}
          />
        </Panel>
        <Panel title="Kinds of page">
          <Counts counts={part(data, 'page_class_summary')} />
        </Panel>
      </SimpleGrid>
      <Panel title="Pages">
        <RowsTable
          label="Pages"
          rows={rows(data, 'pages')}
          columns={[
            pageColumn(text(data, 'domain')),
            { header: 'Kind', cell: (row) => words(text(row, 'page_class') || '–'), isMinor: true },
            { header: 'Words', cell: (row) => number(num(row, 'word_count')), isNumber: true, isMinor: true },
            {
              header: 'Issues',
              cell: (row) => number(num(row, 'issues_total') ?? texts(row, 'issues').length),
              isNumber: true,
            },
            {
              header: 'Score',
              cell: (row) => <Strong>{number(num(row, 'onpage_score'))}</Strong>,
              isNumber: true,
            },
          ]}
          minWidth={560}
        />
      </Panel>
    </>
  );
}

function Score({ score }: { readonly score: number | null }) {
  const value = score ?? 0;
  return (
    <RingProgress
      size={148}
      thickness={12}
      roundCaps
      rootColor="var(--oriel-track)"
      sections={[{ value, color: scoreColor(value) }]}
      label={
        <div>
          <Text ta="center" fz={32} fw={650} lh={1.1} className="numeric">
            {score === null ? '–' : Math.round(score)}
          </Text>
          <Text ta="center" size="xs" c="dimmed">
            of 100
          </Text>
        </div>
      }
      aria-label={`On-page score ${Math.round(value)} of 100`}
    />
  );
}

function pagesText(count: number | null): string {
  return count === 1 ? '1 page' : `${number(count)} pages`;
}

/** What fixing it adds to the score. */
function gainText(gain: number | null): string {
  return gain === null || gain < 0.05 ? '' : ` · ${gain.toFixed(1)} points to gain`;
}

function scoreColor(score: number): string {
  if (score >= 80) return 'glass.6';
  return score >= 50 ? 'yellow.6' : 'red.6';
}

function Recommendations({ list }: { readonly list: readonly Data[] }) {
  return (
    <Stack gap="sm" component="ol" m={0} pl={20}>
      {list.slice(0, 8).map((entry) => (
        <li key={text(entry, 'issue')}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge color={severityColors[text(entry, 'severity')] ?? 'gray'} miw={74}>
              {words(text(entry, 'severity'))}
            </Badge>
            <div>
              <Text size="sm">{text(entry, 'action')}</Text>
              <Text size="xs" c="dimmed">
                {words(text(entry, 'issue'))} · {pagesText(num(entry, 'affected_pages'))}
                {gainText(num(entry, 'gain'))}
              </Text>
            </div>
          </Group>
        </li>
      ))}
    </Stack>
  );
}

function Counts({ counts }: { readonly counts: Data }) {
  const shown = Object.keys(counts)
    .map((name) => ({ label: words(name), value: num(counts, name) ?? 0 }))
    .toSorted((left, right) => right.value - left.value);
  return <BarList rows={shown.map((row) => ({ ...row, text: number(row.value) }))} />;
}
