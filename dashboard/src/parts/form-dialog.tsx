import { type ModalProps, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Form, type FormProps, typed } from './form.tsx';

/** A form in a dialog that closes when it went well. */
export function FormDialog({ title, onClose, ...form }: FormProps & Pick<ModalProps, 'title' | 'onClose'>) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Form {...form} onSent={onClose} />
    </Dialog>
  );
}

interface RenameProps {
  readonly title: string;
  readonly description?: string;
  readonly name: string;
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for another name. */
export function Rename({ title, description, name: former, onRename, onClose }: RenameProps) {
  const [name, setName] = useState(former);
  const isReady = name.trim() !== '';
  return (
    <FormDialog {...{ title, onClose, isReady }} action="Rename" onSend={() => onRename(name.trim())}>
      <TextInput
        label="Name"
        {...{ description }}
        required
        maxLength={80}
        data-autofocus
        {...typed(name, setName)}
      />
    </FormDialog>
  );
}
