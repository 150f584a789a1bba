import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { typed } from './form.tsx';
import { FormDialog } from './form-dialog.tsx';

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
        description={description}
        required
        maxLength={80}
        data-autofocus
        {...typed(name, setName)}
      />
    </FormDialog>
  );
}
