import { ActionIcon, Badge, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { ToolEntry, Tracker } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { changeTracker, createTracker, removeTracker, workspaceQueries } from '../../api/workspace.ts';
import { askedText } from '../../asked-text.ts';
import { explorerLink } from '../../explorer-link.ts';
import { ago } from '../../format.ts';
import { Rename } from '../../parts/form.tsx';
import { later, MenuButton } from '../../parts/later.tsx';
import { Note } from '../../parts/text.tsx';
import { showUndo } from '../../parts/undo-toast.tsx';
import { Link } from '../../router.tsx';
import classes from './earlier-answers.module.css';
import { outcomeText, termsOf, timesOf, trackerBadge } from './tracker-words.ts';

const TrackQuestion = later(async () => (await import('./track-question.tsx')).TrackQuestion);

/** The questions that are kept for a tool, each filled in with a press. */
export function SavedQuestions({ tool }: { readonly tool: ToolEntry }) {
  const { data } = useQuery(workspaceQueries.trackers);
  const questions = (data ?? []).filter(
    ({ kind, tool: asked }) => kind === 'question' && asked === tool.name,
  );
  if (questions.length === 0) return null;
  return (
    <nav className={classes.answers} aria-label="Saved questions">
      <Note span>Saved</Note>
      {questions.map((question) => (
        <Question key={question.id} question={question} price={tool.credits} />
      ))}
    </nav>
  );
}

interface QuestionProps {
  readonly question: Tracker;
  /** Credits of one call of its tool. */
  readonly price: number;
}

function Question({ question, price }: QuestionProps) {
  const [open, setOpen] = useState<'name' | 'schedule'>();
  const close = () => setOpen(undefined);
  const refresh = useRefresh('trackers');
  const { text, isWell, label } = trackerBadge(question);
  const putBack = async () => {
    const { name, tool, args, schedule, monthly_budget: budget } = question;
    const terms =
      schedule && budget !== null ? { schedule: termsOf(timesOf(schedule)), monthly_budget: budget } : {};
    await createTracker({ name, tool, args, ...terms }, crypto.randomUUID());
    await refresh();
  };
  const forget = useMutation({
    mutationFn: () => removeTracker(question.id),
    onSuccess: () => showUndo({ title: `Removed: ${question.name}`, undo: putBack }),
    onSettled: refresh,
  });
  return (
    <Group gap={2} wrap="nowrap" component="span">
      <Link href={explorerLink(question.tool, question.args)} className={classes.answer}>
        <bdi>{question.name}</bdi>
      </Link>
      {question.schedule ? (
        <Badge
          component="button"
          type="button"
          size="sm"
          color={isWell ? 'glass' : 'yellow'}
          className={classes.schedule}
          title={`${label}. ${outcomeText(question)}`}
          onClick={() => setOpen('schedule')}
        >
          {text}
        </Badge>
      ) : null}
      <MenuButton
        button={(onClick) => (
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-haspopup="menu"
            aria-label={`Change ${question.name}`}
            onClick={onClick}
          >
            ⋯
          </ActionIcon>
        )}
        groups={[
          {
            actions: [
              ...(price > 0
                ? [
                    {
                      label: question.schedule ? 'Change the tracker' : 'Track',
                      act: () => setOpen('schedule'),
                    },
                  ]
                : []),
              { label: 'Rename', act: () => setOpen('name') },
              { label: 'Remove', isHarm: true, act: () => forget.mutate() },
            ],
          },
        ]}
      />
      {open === 'name' ? (
        <Rename
          title="Rename question"
          name={question.name}
          onRename={(name) => changeTracker(question.id, { name }).then(refresh)}
          onClose={close}
        />
      ) : null}
      {open === 'schedule' ? (
        <TrackQuestion question={question} tracker={question} price={price} onClose={close} />
      ) : null}
    </Group>
  );
}

interface EarlierAnswersProps {
  readonly tool: ToolEntry;
  /** The answer that is shown already. */
  readonly current: string | undefined;
}

const shownAnswers = 5;

/** The latest answers of a tool, free to open again. */
export function EarlierAnswers({ tool, current }: EarlierAnswersProps) {
  const { data } = useQuery({ ...queries.earlierAnswers(tool.name), enabled: tool.credits > 0 });
  // One without its question cannot be told from another.
  const kept = (data?.records ?? []).filter((record) => record.has_answer && record.arguments !== null);
  const answers = kept.slice(0, shownAnswers);
  if (answers.length === 0) return null;
  return (
    <nav className={classes.answers} aria-label="Earlier answers">
      <Note span>Earlier</Note>
      {answers.map((record) => (
        <Link
          key={record.id}
          href={`/explorer/${tool.name}/${record.request_id}`}
          className={classes.answer}
          aria-current={record.request_id === current ? 'page' : undefined}
        >
          <bdi>{askedText(record.arguments)}</bdi>
          <Note span>{ago(record.created_at)}</Note>
        </Link>
      ))}
    </nav>
  );
}
