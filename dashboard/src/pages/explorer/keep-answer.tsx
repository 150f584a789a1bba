import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/problem.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { createTracker, removeTracker, shareAnswer, workspaceQueries } from '../../api/workspace.ts';
import { questionText } from '../../asked-text.ts';
import { later } from '../../parts/later.tsx';
import { showUndo } from '../../parts/undo-toast.tsx';
import type { Arguments } from './form-values.ts';

const ShareDialog = later(async () => (await import('../../parts/share-dialog.tsx')).ShareDialog);
const TrackQuestion = later(async () => (await import('./track-question.tsx')).TrackQuestion);

interface KeepAnswerProps {
  readonly tool: ToolEntry;
  readonly asked: Arguments;
  readonly requestId: string;
}

const nameCharacters = 80;

/** What can be done with an answer beside reading it: keep its question, have it asked by itself, let others read it. */
export function KeepAnswer({ tool, asked, requestId }: KeepAnswerProps) {
  const [open, setOpen] = useState<'track' | 'share'>();
  const close = () => setOpen(undefined);
  const refresh = useRefresh('trackers');
  const { data = [] } = useQuery(workspaceQueries.trackers);
  const question = { name: nameOf(tool, asked), tool: tool.name, args: asked };
  const saved = data.find(
    ({ kind, tool: name, args }) => kind === 'question' && name === tool.name && isSame(args, asked),
  );
  const save = useMutation({
    mutationFn: () => createTracker(question, crypto.randomUUID()),
    onSuccess: async ({ id, name }) => {
      await refresh();
      await showUndo({ title: `Saved: ${name}`, undo: () => removeTracker(id).then(refresh) });
    },
  });
  const small = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <>
      {saved ? null : (
        <Button
          {...small}
          loading={save.isPending}
          title={save.error ? messageOf(save.error) : undefined}
          onClick={() => save.mutate()}
        >
          {save.error ? 'Not saved, try again' : 'Save'}
        </Button>
      )}
      <Button {...small} onClick={() => setOpen('track')}>
        {saved?.schedule ? 'Tracked' : 'Track'}
      </Button>
      <Button {...small} onClick={() => setOpen('share')}>
        Share
      </Button>
      {open === 'track' ? (
        <TrackQuestion question={saved ?? question} tracker={saved} price={tool.credits} onClose={close} />
      ) : null}
      {open === 'share' ? (
        <ShareDialog
          title="Share this answer"
          make={(days, key) => shareAnswer(requestId, days, key)}
          isSame={(share) => share.request_id === requestId}
          onClose={close}
        >
          Anyone with the link can read the question and this answer, including figures of your own site,
          without an account. They cannot see your balance, your keys or the complete lists.
        </ShareDialog>
      ) : null}
    </>
  );
}

const nameOf = (tool: ToolEntry, asked: Arguments) =>
  (questionText(asked) || tool.title).slice(0, nameCharacters);

/** Whether both ask the same, in whatever order. */
function isSame(one: Arguments, other: Arguments): boolean {
  const sorted = (asked: Arguments) => JSON.stringify(Object.entries(asked).toSorted());
  return sorted(one) === sorted(other);
}
