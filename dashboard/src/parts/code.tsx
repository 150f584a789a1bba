import { ActionIcon, Alert, Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './code.module.css';
import { WarningIcon } from './icon.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';

interface CopyProps {
  readonly value: string;
  /** What is copied, for screen readers: "key", "address". */
  readonly label: string;
}

/** A button that copies and says so. */
export function Copy({ value, label }: CopyProps) {
  return (
    <CopyButton value={value} timeout={1_600}>
      {({ copied, copy }) => (
        <ActionIcon
          title={copied ? 'Copied' : `Copy ${label}`}
          onClick={copy}
          color={copied ? 'glass' : 'gray'}
          aria-label={`Copy ${label}`}
        >
          {copied ? <CheckIcon /> : <CopyIcon />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

interface CodeBlockProps {
  readonly code: string;
  readonly label: string;
  /** Long code scrolls inside this many pixels, or this length of CSS. */
  readonly maxHeight?: number | string;
  /** The code as it is shown, where it has colors. */
  readonly children?: ReactNode;
}

/** Code as it is to be pasted, with its copy button. */
export function CodeBlock({ code, label, maxHeight, children }: CodeBlockProps) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, and a section would be a landmark. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must take the focus, or the keyboard cannot scroll it (WCAG 2.1.1). */}
      <div role="group" className={classes.code} style={{ maxHeight }} aria-label={label} tabIndex={0}>
        <pre>
          <code>{children ?? code}</code>
        </pre>
      </div>
      <div className={classes.copy}>
        <Copy value={code} label={label} />
      </div>
    </div>
  );
}

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
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
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
