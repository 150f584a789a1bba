import { Anchor, Badge, Text } from '@mantine/core';
import { date } from '../format.ts';
import { Link } from '../router.tsx';
import { type AuditChange, type AuditChangeKind, changeWords } from './audit-changes.ts';
import classes from './changes-since-audit.module.css';
import { Panel } from './figures.tsx';

/** The audit before, and what changed since. */
export interface AuditBefore {
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
export function ChangesSinceAudit({ before }: { readonly before: AuditBefore }) {
  const { changes, requestId, askedAt, score, readPages } = before;
  return (
    <Panel title="Since the last audit">
      <Text size="xs" c="dimmed" mb="sm">
        <Anchor component={Link} href={`/explorer/audit_site/${requestId}`} size="xs">
          The audit of {date(askedAt)}
        </Anchor>{' '}
        gave {score} of 100.{readPages} What costs points is compared.
      </Text>
      {changes.length === 0 ? (
        <Text size="sm">Nothing changed.</Text>
      ) : (
        <ul className={classes.changes}>
          {changes.map(({ kind, title, facts }) => (
            <li key={`${kind} ${title}`}>
              <Badge color={colors[kind]} miw={64}>
                {changeWords[kind]}
              </Badge>
              <Text size="sm" span>
                {title}
              </Text>
              <Text size="xs" c="dimmed" span>
                {facts}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
