import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { CancelButton, RowButton } from './text.tsx';

interface ConfirmButtonProps {
  readonly label: string;
  /** Of which of several things, for screen readers. */
  readonly name?: string;
  readonly color?: 'red' | 'gray';
  readonly title: string;
  readonly children: ReactNode;
  /** Says what happens: "Revoke key", never "OK". */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be taken back: it asks first, and the question stays open until it is done. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, color = 'red', title, children, action, onConfirm } = props;
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <RowButton color={color} onClick={open} aria-label={name}>
        {label}
      </RowButton>
      {opened ? (
        <FormDialog
          {...{ title, action }}
          color="red.9"
          onSend={onConfirm}
          onClose={close}
          beside={<CancelButton onClick={close} data-autofocus />}
        >
          <Text component="div">{children}</Text>
        </FormDialog>
      ) : null}
    </>
  );
}
