import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './states.tsx';
import { RowButton } from './text.tsx';

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
function Confirm({ opened, title, children, action, onConfirm, onClose }: ConfirmProps) {
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  const close = () => {
    confirm.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title}>
      <Stack>
        <Text component="div">{children}</Text>
        <ErrorState error={confirm.error} />
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

interface ConfirmButtonProps extends Omit<ConfirmProps, 'opened' | 'onClose'> {
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
      <Confirm {...asked} opened={opened} onClose={close} />
    </>
  );
}
