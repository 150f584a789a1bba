import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './states.tsx';

interface ConfirmProps {
  readonly opened: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** Says what happens: "Revoke key", never "OK". */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back, and stays open until it is done. */
export function Confirm({ opened, title, children, action, onConfirm, onClose }: ConfirmProps) {
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const close = () => {
    confirm.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {confirm.error ? <ErrorState error={confirm.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red.9" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
