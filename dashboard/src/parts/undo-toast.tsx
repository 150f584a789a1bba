import { Button } from '@mantine/core';
import { messageOf } from '../api/problem.ts';
import { LinkButton } from './text.tsx';

interface Done {
  /** Says what was done. */
  readonly title: string;
  /** Where it is seen. */
  readonly href?: string;
  readonly undo: () => Promise<unknown>;
}

/** Sent to the window with the first toast: what draws them is loaded then. */
export const toastEvent = 'oriel-toast';
const seenMs = 12_000;

/** Says what was done with a press that takes it back, in place of a question before it. */
export async function showUndo({ title, href, undo }: Done): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  dispatchEvent(new Event(toastEvent));
  const small = { size: 'compact-xs', variant: 'subtle' } as const;
  const id: string = notifications.show({
    title,
    autoClose: seenMs,
    closeButtonProps: { 'aria-label': 'Close' },
    message: (
      <>
        {href === undefined ? null : (
          <LinkButton {...small} href={href}>
            Open
          </LinkButton>
        )}
        <Button {...small} onClick={() => undone().catch(refused)}>
          Undo
        </Button>
      </>
    ),
  });
  const undone = async () => {
    await undo();
    notifications.hide(id);
  };
  const refused = (error: unknown) =>
    notifications.update({ id, title: 'Not undone', message: messageOf(error), color: 'red' });
}
