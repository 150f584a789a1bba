import { Drawer, type DrawerProps, Modal, type ModalProps, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';

/** When what was opened goes, the focus goes back to where it was. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** A dialog that is there as long as it is open. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened returnFocus={false} {...props} />;
}

/** More about a row, beside the list that it is in. */
export function SidePanel({ children, ...props }: Omit<DrawerProps, 'opened'>) {
  useFocusBack();
  return (
    <Drawer opened returnFocus={false} position="right" size={560} {...props}>
      <Stack gap="lg">{children}</Stack>
    </Drawer>
  );
}
