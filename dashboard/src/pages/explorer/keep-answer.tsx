import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Arguments } from './form-values.ts';

const SaveQuestion = lazy(async () => ({ default: (await import('./save-question.tsx')).SaveQuestion }));
const ShareAnswer = lazy(async () => ({ default: (await import('./share-answer.tsx')).ShareAnswer }));

interface KeepAnswerProps {
  readonly tool: string;
  readonly asked: Arguments;
  readonly requestId: string;
}

/** What can be done with an answer beside reading it: keep its question under a name, let others read it. */
export function KeepAnswer({ tool, asked, requestId }: KeepAnswerProps) {
  const [open, setOpen] = useState<'save' | 'share'>();
  const close = () => setOpen(undefined);
  return (
    <Group gap="xs">
      <Button size="compact-sm" variant="default" onClick={() => setOpen('save')}>
        Save
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setOpen('share')}>
        Share
      </Button>
      <Suspense>
        {open === 'save' ? <SaveQuestion tool={tool} asked={asked} onClose={close} /> : null}
        {open === 'share' ? <ShareAnswer requestId={requestId} onClose={close} /> : null}
      </Suspense>
    </Group>
  );
}
