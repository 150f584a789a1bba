import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SavedQuestion } from '../../api/schema.ts';
import { forgetQuestion, renameQuestion, workspaceQueries } from '../../api/workspace.ts';
import { explorerLink } from '../../explorer-link.ts';
import { ErrorState } from '../../parts/states.tsx';
import { Link } from '../../router.tsx';
import classes from './earlier-answers.module.css';

/** The questions that are kept for a tool, each filled in with a press. */
export function SavedQuestions({ tool }: { readonly tool: string }) {
  const { data } = useQuery(workspaceQueries.questions);
  const questions = (data ?? []).filter((question) => question.tool === tool);
  if (questions.length === 0) return null;
  return (
    <nav className={classes.answers} aria-label="Saved questions">
      <Text size="xs" c="dimmed" span>
        Saved
      </Text>
      {questions.map((question) => (
        <Question key={question.id} question={question} />
      ))}
    </nav>
  );
}

function Question({ question }: { readonly question: SavedQuestion }) {
  const [isRenaming, setIsRenaming] = useState(false);
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
      <Menu withinPortal={false} position="bottom-start">
        <Menu.Target>
          <ActionIcon size="xs" variant="subtle" color="gray" aria-label={`Change ${question.name}`}>
            ⋯
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setIsRenaming(true)}>Rename</Menu.Item>
          <Menu.Item color="red" onClick={() => forget.mutate()}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming ? <Rename question={question} onClose={() => setIsRenaming(false)} /> : null}
    </Group>
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
