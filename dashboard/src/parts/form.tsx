import {
  Button,
  type ButtonProps,
  Group,
  type ModalProps,
  NativeSelect,
  type NativeSelectProps,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, type ReactNode, useState } from 'react';
import { useChange } from '../api/use-change.ts';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './page.tsx';
import { CancelButton, RowButton, SmallButton } from './text.tsx';

export interface FormProps extends Pick<ButtonProps, 'size' | 'variant' | 'color'> {
  readonly label?: string;
  /** What its button says. */
  readonly action: string;
  readonly onSend: () => Promise<unknown>;
  /** Told once it went well. */
  readonly onSent?: () => void;
  readonly isReady?: boolean;
  /** Told when the focus leaves a field. */
  readonly onLeave?: () => void;
  /** Left of the button. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** Fields with a button that sends them; what went wrong is said between both. */
export function Form(props: FormProps) {
  const { label, action, onSend, onSent, isReady = true, onLeave, beside, children, ...look } = props;
  const send = useMutation({ mutationFn: onSend, ...(onSent && { onSuccess: onSent }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form onSubmit={submit} onBlur={onLeave} aria-label={label}>
      <Stack>
        {children}
        <ErrorState error={send.error} />
        <Group justify="flex-end">
          {beside}
          <Button type="submit" loading={send.isPending} disabled={!isReady} {...look}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What a field of text is given: its value, and what is typed. */
export function typed(value: string, onChange: (value: string) => void) {
  return {
    value,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  };
}

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Empty where nothing is written. */
  readonly value: number | '';
  readonly onChange: (value: number | '') => void;
}

/** A whole number, unless its `step` says otherwise. */
export function NumberField({ value, onChange, ...look }: NumberFieldProps) {
  return (
    <TextInput
      type="number"
      {...look}
      {...typed(String(value), (text) => onChange(text === '' ? '' : Number(text)))}
    />
  );
}

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface ChoiceProps<Value extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly data: readonly Option<Value>[];
  /** Options that stand under a name of their own, below the others. */
  readonly groups?: readonly { readonly group: string; readonly items: readonly Option<Value>[] }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of several values, by the browser's own list. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { data, groups = [], value, onChange, ...look } = props;
  const all = [...data, ...groups.flatMap(({ items }) => items)];
  return (
    <NativeSelect
      {...look}
      data={[...data, ...groups.map(({ group, items }) => ({ group, items: [...items] }))]}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = all.find((option) => option.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

/** Values that are their own words. */
export const plainly = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

interface Pressed extends ButtonProps {
  readonly onClick?: () => void;
  readonly 'aria-label'?: string | undefined;
}

interface ActProps extends Omit<Pressed, 'onClick' | 'loading'> {
  readonly act: () => Promise<unknown>;
  /** Names of the queries that show what it changes. */
  readonly shownBy?: readonly string[];
  readonly look?: ComponentType<Pressed>;
}

/** A button that does something by one press: it waits for it, and says beside it what went wrong. */
export function Act({ act, shownBy = [], look: Look = Button, ...props }: ActProps) {
  const change = useChange(act, ...shownBy);
  return (
    <>
      <Look {...props} loading={change.isPending} onClick={() => change.mutate()} />
      <ErrorState error={change.error} />
    </>
  );
}

interface OpenerProps extends Omit<Pressed, 'onClick'> {
  /** What stands over the page until it closes itself. */
  readonly opens: (close: () => void) => ReactNode;
  readonly look?: ComponentType<Pressed>;
}

/** A button that opens something over the page, which is there as long as it is open. */
export function Opener({ opens, look: Look = SmallButton, ...props }: OpenerProps) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Look {...props} onClick={open} />
      {isOpen ? opens(close) : null}
    </>
  );
}

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
  const look = { label: 'Name', description, required: true, maxLength: 80 };
  return (
    <FormDialog {...{ title, onClose, isReady }} action="Rename" onSend={() => onRename(name.trim())}>
      <TextInput {...look} data-autofocus {...typed(name, setName)} />
    </FormDialog>
  );
}

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
  const { label, name, color = 'red', children, onConfirm, ...question } = props;
  const ask = (close: () => void) => (
    <FormDialog
      {...question}
      color="red.9"
      onSend={onConfirm}
      onClose={close}
      beside={<CancelButton onClick={close} data-autofocus />}
    >
      <Text component="div">{children}</Text>
    </FormDialog>
  );
  return <Opener {...{ look: RowButton, color, opens: ask, 'aria-label': name }}>{label}</Opener>;
}
