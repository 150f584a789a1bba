import { Button, type ButtonProps, Group, Stack, TextInput, type TextInputProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { ErrorState } from './states.tsx';

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
export function Form({
  label,
  action,
  onSend,
  onSent,
  isReady = true,
  onLeave,
  beside,
  children,
  ...look
}: FormProps) {
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
