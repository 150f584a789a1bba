import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { previousAudit } from '../api/answer-history.ts';
import { date, number, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { Note, TextLink } from '../parts/text.tsx';
import { Link } from '../router.tsx';
import { useAnswer } from './answer-context.tsx';
import { auditChanges, changeKinds, changesInMarkdown, readPagesText } from './audit-changes.ts';
import classes from './audit-issues.module.css';
import { AuditIssues } from './audit-issues.tsx';
import { checkTitle, factsOf, issuesOf } from './audit-tickets.ts';
import { Strong } from './cells.tsx';
import { FieldVitals } from './field-vitals.tsx';
import { Figures, ownFigures, Panel } from './figures.tsx';
import { type Data, type DataProps, isData, num, part, rows, text, texts } from './read.ts';
import { Counts, List, pageColumn, rated, Table } from './table.tsx';

/** The health of a site: score, what costs it, what to fix first. */
export function AuditPicture({ data }: DataProps) {
  const issues = issuesOf(data);
  const before = useAuditBefore(data);
  const domain = text(data, 'domain');
  const count = (name: string) => number(issues.filter(({ severity }) => severity === name).length);
  const [first] = issues;
  return (
    <>
      <Group gap="xl" align="center">
        <Score score={num(data, 'onpage_score')} />
        <Stack gap={4} flex={1} miw={240}>
          {first ? (
            <Text>
              <b>Fix first:</b> {first.title} {factsOf(first).join(', ')}.
            </Text>
          ) : null}
          <Figures
            figures={[
              ...ownFigures(data),
              ...['high', 'medium', 'low'].map((name) => ({ label: words(name), value: count(name) })),
              {
                label: 'Pages read',
                value: `${number(num(data, 'pages_audited'))} of ${number(num(data, 'pages_discovered'))}`,
              },
            ]}
          />
        </Stack>
      </Group>
      <TextLink href={`/crawls?domain=${encodeURIComponent(domain)}`} underline="hover" data-screen>
        Crawl the whole site
      </TextLink>
      {before ? <ChangesSinceAudit before={before} data={data} /> : null}
      <AuditIssues
        domain={domain}
        issues={issues}
        changes={before ? changesInMarkdown(before.changes, date(before.askedAt)) : ''}
      />
      <List
        of={data}
        at="orphans"
        title="Pages with clicks but no internal links"
        isPlain
        columns={[pageColumn(domain), { header: 'Clicks', value: 'clicks', as: 'number' }]}
      />
      <FieldVitals data={data} />
      <PagesAudited data={data} />
    </>
  );
}

/** The pages that were read, the worst first, and their kinds. */
function PagesAudited({ data }: DataProps) {
  const kinds = Object.entries(part(data, 'page_class_summary'));
  const scoreOf = (row: Data) => num(row, 'onpage_score');
  return (
    <>
      <Table
        title="Pages"
        rows={rows(data, 'pages').toSorted((left, right) => (scoreOf(left) ?? 0) - (scoreOf(right) ?? 0))}
        columns={[pageColumn(text(data, 'domain')), ...auditedColumns]}
      />
      <Counts
        title="Kinds of page"
        rows={kinds
          .map(([name, count]) => ({ label: words(name), value: Number(count) }))
          .toSorted((left, right) => right.value - left.value)}
      />
    </>
  );
}

const auditedColumns: readonly Column[] = [
  { header: 'Kind', value: (row) => words(text(row, 'page_class')), isMinor: true },
  { header: 'Words', value: 'word_count', as: 'number', isMinor: true },
  { header: 'Issues', value: (row) => num(row, 'issues_total') ?? texts(row, 'issues').length, as: 'number' },
  { header: 'What they are', value: (row) => texts(row, 'issues').map(checkTitle).join(' '), isMinor: true },
  rated('Score', 'onpage_score', (score) => <Strong>{number(score)}</Strong>),
];

/** The kept audit of the site before this one with what changed since; undefined while it is looked for, and where there is none. */
function useAuditBefore(data: Data) {
  const { kept } = useAnswer();
  const { data: found } = useQuery({ ...previousAudit(kept ?? ''), enabled: kept !== undefined });
  if (!(found && isData(found.data))) return undefined;
  return { ...found, data: found.data, changes: auditChanges(found.data, data) };
}

function Score({ score }: { readonly score: number | null }) {
  const shown = score === null ? '–' : Math.round(score);
  const shade = (score ?? 0) >= 80 ? 'glass' : (score ?? 0) >= 50 ? 'yellow' : 'red';
  const ring = { cx: 46, cy: 46, r: 42, fill: 'none', strokeWidth: 8, pathLength: 100 };
  return (
    <svg width={92} height={92} role="img" aria-label={`On-page score ${shown} of 100`}>
      <circle {...ring} stroke="var(--oriel-track)" />
      {score === null ? null : (
        <circle
          {...ring}
          stroke={`var(--mantine-color-${shade}-6)`}
          strokeDasharray={`${score} 100`}
          transform="rotate(-90 46 46)"
        />
      )}
      <g fill="currentColor" textAnchor="middle" className="numeric">
        <text x={46} y={50} fontSize={22} fontWeight={650}>
          {shown}
        </text>
        <text x={46} y={66} fontSize={12} fill="var(--mantine-color-dimmed)">
          of 100
        </text>
      </g>
    </svg>
  );
}

type AuditBefore = NonNullable<ReturnType<typeof useAuditBefore>>;

/** Faults that are new, gone, more and fewer since the audit before. */
function ChangesSinceAudit({ before, data }: DataProps & { readonly before: AuditBefore }) {
  const { changes, requestId, askedAt } = before;
  return (
    <Panel title="Since the last audit">
      <Note mb="sm">
        <Anchor component={Link} href={`/explorer/audit_site/${requestId}`} size="xs">
          The audit of {date(askedAt)}
        </Anchor>{' '}
        gave {number(num(before.data, 'onpage_score'))} of 100.{readPagesText(before.data, data)}
      </Note>
      {changes.length === 0 ? <Text>Nothing changed.</Text> : null}
      <ul className={classes.changes}>
        {changes.map(({ kind, title, facts }) => (
          <li key={`${kind} ${title}`}>
            <Badge color={changeKinds[kind]} miw={64}>
              {words(kind)}
            </Badge>
            <Text span>{title}</Text>
            <Note span>{facts}</Note>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
