import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { ToolEntry, UsageRecord } from '../../api/schema.ts';
import { askedText } from '../../asked-text.ts';
import { ago } from '../../format.ts';
import { Link } from '../../router.tsx';
import classes from './earlier-answers.module.css';

interface EarlierAnswersProps {
  readonly tool: ToolEntry;
  /** The answer that is shown already. */
  readonly current: string | undefined;
}

const shownAnswers = 5;

/** The latest answers of a tool, free to open again. */
export function EarlierAnswers({ tool, current }: EarlierAnswersProps) {
  const { data } = useQuery({ ...queries.earlierAnswers(tool.name), enabled: tool.credits > 0 });
  const answers = (data?.records ?? []).filter(isKept).slice(0, shownAnswers);
  if (answers.length === 0) return null;
  return (
    <nav className={classes.answers} aria-label="Earlier answers">
      <Text size="xs" c="dimmed" span>
        Earlier
      </Text>
      {answers.map((record) => (
        <Link
          key={record.id}
          href={`/explorer/${tool.name}/${record.request_id}`}
          className={classes.answer}
          aria-current={record.request_id === current ? 'page' : undefined}
        >
          <bdi>{askedText(record.arguments)}</bdi>
          <Text size="xs" c="dimmed" span>
            {ago(record.created_at)}
          </Text>
        </Link>
      ))}
    </nav>
  );
}

/** Replays and free calls have no answer of their own; one without its question cannot be told from another. */
function isKept({ credits_charged, arguments: asked }: UsageRecord): boolean {
  return credits_charged > 0 && asked !== null;
}
