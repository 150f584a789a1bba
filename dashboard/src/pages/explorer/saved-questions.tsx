import { ActionIcon, Badge, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { SavedQuestion, Schedule, ToolEntry } from '../../api/schema.ts';
import { forgetQuestion, renameQuestion, workspaceQueries } from '../../api/workspace.ts';
import { explorerLink } from '../../explorer-link.ts';
import { ErrorState } from '../../parts/states.tsx';
import { Link } from '../../router.tsx';
import classes from './earlier-answers.module.css';
import { outcomeText, scheduleBadge } from './schedule-words.ts';

const ScheduleQuestion = lazy(async () => ({
  default: (await import('./schedule-question.tsx')).ScheduleQuestion,
}));

/** The questions that are kept for a tool, each filled in with a press. */
export function SavedQuestions({ tool }: { readonly tool: ToolEntry }) {
  const { data } = useQuery(workspaceQueries.questions);
  const questions = (data ?? []).filter((question) => question.tool === tool.name);
  if (questions.length === 0) return null;
  return (
    <nav className={classes.answers} aria-label="Saved questions">
      <Text size="xs" c="dimmed" span>
        Saved
      </Text>
      {questions.map((question) => (
        <Question key={question.id} question={question} price={tool.credits} />
      ))}
    </nav>
  );
}

interface QuestionProps {
  readonly question: SavedQuestion;
  /** Credits of one call of its tool. */
  readonly price: number;
}

function Question({ question, price }: QuestionProps) {
  const [open, setOpen] = useState<'name' | 'schedule'>();
  const close = () => setOpen(undefined);
  const queryClient = useQueryClient();
  const forget = useMutation({
    mutationFn: () => forgetQuestion(question.id),
    onSettled: () => queryClient.invalidateQueries(workspaceQueries.questions),
  });
  return (
    <Group gap={2} wrap="nowrap" component="span">
      <Link href={explorerLink(question.tool, question.arguments)} className={classes.answer}>
        <bdi>{question.name}</bdi>
      </Link>
      {question.schedule ? (
        <ScheduleMark schedule={question.schedule} onOpen={() => setOpen('schedule')} />
      ) : null}
      <Menu withinPortal={false} position="bottom-start">
        <Menu.Target>
          <ActionIcon size="xs" variant="subtle" color="gray" aria-label={`Change ${question.name}`}>
            ⋯
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {price > 0 ? (
            <Menu.Item onClick={() => setOpen('schedule')}>
              {question.schedule ? 'Change the schedule' : 'Ask weekly'}
            </Menu.Item>
          ) : null}
          <Menu.Item onClick={() => setOpen('name')}>Rename</Menu.Item>
          <Menu.Item color="red" onClick={() => forget.mutate()}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'name' ? <Rename question={question} onClose={close} /> : null}
      <Suspense>
        {open === 'schedule' ? <ScheduleQuestion question={question} price={price} onClose={close} /> : null}
      </Suspense>
    </Group>
  );
}

interface ScheduleMarkProps {
  readonly schedule: Schedule;
  readonly onOpen: () => void;
}

/** Says beside a question that it is asked weekly, or that it is not. */
function ScheduleMark({ schedule, onOpen }: ScheduleMarkProps) {
  const { text, isWell, label } = scheduleBadge(schedule);
  return (
    <Badge
      component="button"
      type="button"
      size="sm"
      color={isWell ? 'glass' : 'yellow'}
      className={classes.schedule}
      title={`${label}. ${outcomeText(schedule)}`}
      onClick={onOpen}
    >
      {text}
    </Badge>
  );
}

function Rename({ question, onClose }: { readonly question: SavedQuestion; readonly onClose: () => void }) {
  const [name, setName] = useState(question.name);
  const queryClient = useQueryClient();
  const rename = useMutation({
    mutationFn: () => renameQuestion(question.id, name),
    onSuccess: async () => {
      await queryClient.invalidateQueries(workspaceQueries.questions);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Modal opened onClose={onClose} title="Rename the question">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            value={name}
            maxLength={80}
            required
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {rename.error ? <ErrorState error={rename.error} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
