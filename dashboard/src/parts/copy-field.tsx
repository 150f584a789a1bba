import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copy } from './code.tsx';
import { WarningIcon } from './icon.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** What is copied, for screen readers; also its name for tests. */
  readonly name: string;
}

/** A value that is only read, with its copy button. */
export function CopyField({ label, value, name }: CopyFieldProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <TextInput
        flex={1}
        label={label}
        value={value}
        readOnly
        autoComplete="off"
        ff="monospace"
        data-testid={name}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Copy value={value} label={name} />
    </Group>
  );
}

interface ShownOnceProps extends CopyFieldProps {
  readonly warning: string;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

/** A secret at the one moment at which it can be read. */
export function ShownOnce({ warning, onDone, children, ...field }: ShownOnceProps) {
  return (
    <Stack>
      <Alert color="yellow" icon={<WarningIcon />}>
        {warning}
      </Alert>
      <CopyField {...field} />
      {children}
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
