import { Anchor, Badge, Group, RingProgress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { previousAudit } from '../api/answer-history.ts';
import { date, number, words } from '../format.ts';
import { Grid } from '../grid/grid.tsx';
import { BarList } from '../parts/bar-list.tsx';
import { TextLink } from '../parts/links.tsx';
import { Note } from '../parts/text.tsx';
import { Link } from '../router.tsx';
import { useAnswer } from './answer-context.tsx';
import {
  type AuditChange,
  type AuditChangeKind,
  auditChanges,
  changesInMarkdown,
  changeWords,
  readPagesText,
} from './audit-changes.ts';
import { AuditIssues } from './audit-issues.tsx';
import { type AuditIssue, factsOf, issuesOf } from './audit-tickets.ts';
import { pageColumn, Strong } from './cells.tsx';
import classes from './changes-since-audit.module.css';
import { FieldVitals } from './field-vitals.tsx';
import { Figures, ownFigures, Panel } from './figures.tsx';
import { type Data, isData, num, part, rows, text, texts } from './read.ts';

/** The health of a site: score, what costs it, what to fix first. */
export function AuditPicture({ data }: { readonly data: Data }) {
  const issues = issuesOf(data);
  const before = useAuditBefore(data);
  const count = (name: string) => number(issues.filter(({ severity }) => severity === name).length);
  const [first] = issues;
  const orphans = rows(data, 'orphans');
  return (
    <>
      <Group gap="xl" align="center">
        <Score score={num(data, 'onpage_score')} />
        <Stack gap={4} flex={1} miw={240}>
          {first ? <FixFirst issue={first} /> : null}
          <Figures
            figures={[
              ...ownFigures(part(data, 'own')),
              { label: 'High', value: count('high') },
              { label: 'Medium', value: count('medium') },
              { label: 'Low', value: count('low') },
              {
                label: 'Pages read',
                value: `${number(num(data, 'pages_audited'))} of ${number(num(data, 'pages_discovered'))}`,
              },
            ]}
          />
        </Stack>
      </Group>
      <TextLink href={`/crawls?domain=${encodeURIComponent(text(data, 'domain'))}`} underline="hover">
        Crawl the whole site
      </TextLink>
      {before ? <ChangesSinceAudit before={before} /> : null}
      <AuditIssues
        domain={text(data, 'domain')}
        issues={issues}
        changes={before ? changesInMarkdown(before.changes, date(before.askedAt)) : ''}
      />
      {orphans.length === 0 ? null : (
        <Panel title="Pages with clicks but no internal links">
          <Grid
            label="Orphans"
            isPlain
            rows={orphans}
            columns={[
              pageColumn(text(data, 'domain')),
              { header: 'Clicks', value: (row) => num(row, 'clicks'), as: 'number' },
            ]}
          />
        </Panel>
      )}
      <FieldVitals data={data} />
      <Panel title="Pages">
        <Grid
          label="Pages"
          rows={worstFirst(rows(data, 'pages'))}
          columns={[
            pageColumn(text(data, 'domain')),
            { header: 'Kind', value: (row) => kindOf(row), isMinor: true },
            { header: 'Words', value: (row) => num(row, 'word_count'), as: 'number', isMinor: true },
            { header: 'Issues', value: issueCount, as: 'number' },
            {
              header: 'What they are',
              value: (row) => texts(row, 'issues').map(words).join(', '),
              isMinor: true,
            },
            {
              header: 'Score',
              value: (row) => num(row, 'onpage_score'),
              cell: (row) => <Strong>{number(num(row, 'onpage_score'))}</Strong>,
              as: 'number',
            },
          ]}
        />
      </Panel>
      <Panel title="Kinds of page">
        <Counts counts={part(data, 'page_class_summary')} />
      </Panel>
    </>
  );
}

/** The one thing that gains most, in a sentence. */
function FixFirst({ issue }: { readonly issue: AuditIssue }) {
  return (
    <Text>
      <b>Fix first:</b> {issue.title} {factsOf(issue).join(', ')}.
    </Text>
  );
}

/** The kept audit of the site before this one; undefined while it is looked for, and where there is none. */
function useAuditBefore(data: Data): AuditBefore | undefined {
  const { kept } = useAnswer();
  const { data: found } = useQuery({ ...previousAudit(kept ?? ''), enabled: kept !== undefined });
  if (!(found && isData(found.data))) return undefined;
  return {
    requestId: found.requestId,
    askedAt: found.askedAt,
    score: number(num(found.data, 'onpage_score')),
    readPages: readPagesText(found.data, data),
    changes: auditChanges(found.data, data),
  };
}

function Score({ score }: { readonly score: number | null }) {
  const value = score ?? 0;
  return (
    <RingProgress
      size={92}
      thickness={8}
      roundCaps
      rootColor="var(--oriel-track)"
      sections={[{ value, color: scoreColor(value) }]}
      label={
        <div>
          <Text ta="center" fz={22} fw={650} lh={1.1} className="numeric">
            {score === null ? '–' : Math.round(score)}
          </Text>
          <Note ta="center">of 100</Note>
        </div>
      }
      aria-label={`On-page score ${Math.round(value)} of 100`}
    />
  );
}

function worstFirst(pages: readonly Data[]): readonly Data[] {
  return pages.toSorted(
    (left, right) => (num(left, 'onpage_score') ?? 0) - (num(right, 'onpage_score') ?? 0),
  );
}

function kindOf(page: Data): string | null {
  return text(page, 'page_class') ? words(text(page, 'page_class')) : null;
}

function issueCount(page: Data): number {
  return num(page, 'issues_total') ?? texts(page, 'issues').length;
}

function scoreColor(score: number): string {
  if (score >= 80) return 'glass.6';
  return score >= 50 ? 'yellow.6' : 'red.6';
}

function Counts({ counts }: { readonly counts: Data }) {
  const shown = Object.keys(counts)
    .map((name) => ({ label: words(name), value: num(counts, name) ?? 0 }))
    .toSorted((left, right) => right.value - left.value);
  return <BarList rows={shown.map((row) => ({ ...row, text: number(row.value) }))} />;
}

/** The audit before, and what changed since. */
interface AuditBefore {
  readonly requestId: string;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly score: string;
  /** Where the two read another number of pages. */
  readonly readPages: string;
  readonly changes: readonly AuditChange[];
}

const colors: Readonly<Record<AuditChangeKind, string>> = {
  new: 'red',
  more: 'yellow',
  fewer: 'glass',
  gone: 'glass',
};

/** Faults that are new, gone, more and fewer since the audit before. */
function ChangesSinceAudit({ before }: { readonly before: AuditBefore }) {
  const { changes, requestId, askedAt, score, readPages } = before;
  return (
    <Panel title="Since the last audit">
      <Note mb="sm">
        <Anchor component={Link} href={`/explorer/audit_site/${requestId}`} size="xs">
          The audit of {date(askedAt)}
        </Anchor>{' '}
        gave {score} of 100.{readPages}
      </Note>
      {changes.length === 0 ? (
        <Text>Nothing changed.</Text>
      ) : (
        <ul className={classes.changes}>
          {changes.map(({ kind, title, facts }) => (
            <li key={`${kind} ${title}`}>
              <Badge color={colors[kind]} miw={64}>
                {changeWords[kind]}
              </Badge>
              <Text span>{title}</Text>
              <Note span>{facts}</Note>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
