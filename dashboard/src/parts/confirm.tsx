import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './states.tsx';
import { CancelButton, RowButton } from './text.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Says what happens: "Revoke key", never "OK". */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back, and stays open until it is done. */
function Confirm({ title, children, action, onConfirm, onClose }: ConfirmProps) {
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <Text component="div">{children}</Text>
        <ErrorState error={confirm.error} />
        <Group justify="flex-end">
          <CancelButton onClick={onClose} data-autofocus />
          <Button color="red.9" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmProps, 'onClose'> {
  readonly label: string;
  /** Of which of several things, for screen readers. */
  readonly name?: string;
  readonly color?: 'red' | 'gray';
}

/** A button for what cannot be taken back: it asks first. */
export function ConfirmButton({ label, name, color = 'red', ...asked }: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <RowButton color={color} onClick={open} aria-label={name}>
        {label}
      </RowButton>
      {opened ? <Confirm {...asked} onClose={close} /> : null}
    </>
  );
}
