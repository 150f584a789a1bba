import type { ModalProps } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

/** A form in a dialog that closes when it went well. */
export function FormDialog({ title, onClose, ...form }: FormProps & Pick<ModalProps, 'title' | 'onClose'>) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Form {...form} onSent={onClose} />
    </Dialog>
  );
}
