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
  const { data = [] } = useQuery(workspaceQueries.trackers);
  const questions = data.filter(({ kind, tool: asked }) => kind === 'question' && asked === tool.name);
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
  const { id, name, tool, args, schedule, monthly_budget: budget } = question;
  const [open, setOpen] = useState<'name' | 'schedule'>();
  const onClose = () => setOpen(undefined);
  const refresh = useRefresh('trackers');
  const { text, isWell, label } = trackerBadge(question);
  const putBack = () => {
    const isSet = schedule && budget !== null;
    const terms = isSet ? { schedule: termsOf(timesOf(schedule)), monthly_budget: budget } : {};
    return createTracker({ name, tool, args, ...terms }, crypto.randomUUID()).then(refresh);
  };
  const forget = useMutation({
    mutationFn: () => removeTracker(id),
    onSuccess: () => showUndo({ title: `Removed: ${name}`, undo: putBack }),
    onSettled: refresh,
  });
  const track = { label: schedule ? 'Change the tracker' : 'Track', act: () => setOpen('schedule') };
  const rename = { label: 'Rename', act: () => setOpen('name') };
  const remove = { label: 'Remove', isHarm: true, act: () => forget.mutate() };
  return (
    <Group gap={2} wrap="nowrap" component="span">
      <Link href={explorerLink(tool, args)} className={classes.answer}>
        <bdi>{name}</bdi>
      </Link>
      {schedule ? (
        <Badge
          component="button"
          type="button"
          size="sm"
          color={isWell ? 'glass' : 'yellow'}
          className={classes.schedule}
          title={`${label}. ${outcomeText(question)}`}
          onClick={track.act}
        >
          {text}
        </Badge>
      ) : null}
      <MenuButton
        button={(onClick) => (
          <ActionIcon size={24} aria-haspopup="menu" aria-label={`Change ${name}`} onClick={onClick}>
            ⋯
          </ActionIcon>
        )}
        groups={[{ actions: price > 0 ? [track, rename, remove] : [rename, remove] }]}
      />
      {open === 'name' ? (
        <Rename
          title="Rename question"
          onRename={(next) => changeTracker(id, { name: next }).then(refresh)}
          {...{ name, onClose }}
        />
      ) : null}
      {open === 'schedule' ? <TrackQuestion tracker={question} {...{ question, price, onClose }} /> : null}
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
  if (kept.length === 0) return null;
  return (
    <nav className={`${classes.answers} ${classes.earlier}`} aria-label="Earlier answers">
      <Note span>Earlier</Note>
      {kept.slice(0, shownAnswers).map((record) => (
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
