import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { counted, number, words } from '../format.ts';
import { CheckIcon, CopyIcon } from '../parts/icons.tsx';
import { Hint, Note, RowButton } from '../parts/text.tsx';
import classes from './audit-issues.module.css';
import { type AuditIssue, factsOf, ticketsOf } from './audit-tickets.ts';
import { Address } from './cells.tsx';

/** Colors of severities; amber is for warnings. */
const severityColors: Readonly<Record<string, string>> = {
  high: 'red',
  medium: 'yellow',
  low: 'gray',
};

interface IssuesProps {
  readonly domain: string;
  readonly issues: readonly AuditIssue[];
  /** How many there are, where not all of them are told. */
  readonly total?: number | undefined;
  /** What changed since the audit before, in Markdown; empty where there is none. */
  readonly changes: string;
}

/** Every issue with how to mend it, where it is and what was seen there; what to do first comes first. */
export function AuditIssues({ domain, issues, total = issues.length, changes }: IssuesProps) {
  const clipboard = useClipboard({ timeout: 1_600 });
  if (issues.length === 0) return <Hint>No issues were found on the audited pages.</Hint>;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} fz="sm">
          {total > issues.length ? `${number(issues.length)} of ` : ''}
          {counted(total, 'problem')}
        </Title>
        <RowButton
          color="gray"
          leftSection={clipboard.copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          onClick={() => clipboard.copy([ticketsOf(domain, issues), changes].filter(Boolean).join('\n'))}
        >
          {clipboard.copied ? 'Copied' : 'Copy as tickets (Markdown)'}
        </RowButton>
      </Group>
      {issues.map((issue) => (
        <Issue key={issue.issue} issue={issue} domain={domain} />
      ))}
    </Stack>
  );
}

function Issue({ issue, domain }: { readonly issue: AuditIssue; readonly domain: string }) {
  const { severity, urls, pages } = issue;
  return (
    <details className={classes.issue}>
      <summary className={classes.summary}>
        <Badge color={severityColors[severity] ?? 'gray'} miw={74}>
          {words(severity)}
        </Badge>
        <Text fw={550} span className={classes.title}>
          {issue.title}
        </Text>
        <Note span className={classes.facts}>
          {factsOf(issue).join(' · ')}
        </Note>
      </summary>
      <Stack gap="sm" className={classes.body}>
        {issue.action ? <Part label="How to fix">{issue.action}</Part> : null}
        {issue.excerpt ? (
          <Part label={`Seen in ${issue.selector || 'the page'}`}>
            <code className={classes.excerpt}>{issue.excerpt}</code>
          </Part>
        ) : null}
        {urls.length > 0 ? (
          <Part
            label={
              pages !== null && pages > urls.length
                ? `Pages, ${urls.length} of ${number(pages)} shown`
                : 'Pages'
            }
          >
            <ul className={classes.urls}>
              {urls.map((url) => (
                <li key={url}>
                  <Address url={url} site={domain} />
                </li>
              ))}
            </ul>
          </Part>
        ) : null}
        {issue.explained ? (
          <Anchor href={issue.explained} size="sm">
            About this check
          </Anchor>
        ) : null}
      </Stack>
    </details>
  );
}

function Part({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Text component="div">
      <Note>{label}</Note>
      {children}
    </Text>
  );
}
