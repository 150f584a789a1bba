import { Button, Group, MultiSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queries } from '../api/queries.ts';
import type { ToolName } from '../api/schema.ts';
import { ErrorState } from './states.tsx';

/** What may be changed of a key or connection while it is in use. */
interface Editable {
  /** Undefined where the name is not the account's to choose. */
  readonly name?: string;
  /** Credits a month; null for no limit. */
  readonly spend_limit: number | null;
  readonly tools: readonly string[] | null;
  /** ISO 8601; null for no end. */
  readonly endsAt: string | null;
}

/** The members that were changed; null takes a limit away. */
interface Edits {
  readonly name?: string;
  readonly spend_limit?: number | null;
  readonly tools?: ToolName[] | null;
  readonly endsAt?: string | null;
}

interface EditLimitsProps {
  readonly label: string;
  readonly value: Editable;
  readonly onSave: (edits: Edits) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form in the place of what it changes; the next call meets what is saved. */
export function EditLimits({ label, value, onSave, onClose }: EditLimitsProps) {
  const [name, setName] = useState(value.name);
  const [limit, setLimit] = useState<string | number>(value.spend_limit ?? '');
  const [tools, setTools] = useState<readonly string[]>(value.tools ?? []);
  const [lastDay, setLastDay] = useState(dayOf(value.endsAt));
  const { data: capabilities } = useQuery(queries.capabilities);
  const offered = capabilities?.data.tools ?? [];
  const chosen = tools.filter((tool): tool is ToolName => offered.some((entry) => entry.name === tool));
  const save = useMutation({
    mutationFn: () =>
      onSave({
        ...(name !== undefined && name.trim() !== value.name && { name: name.trim() }),
        ...changedLimit(limit, value.spend_limit),
        ...changedTools(chosen, value.tools),
        ...(lastDay !== dayOf(value.endsAt) && { endsAt: endOf(lastDay) }),
      }),
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} aria-label={label}>
      <Stack gap="sm" py="xs">
        <SimpleGrid cols={{ base: 1, sm: name === undefined ? 2 : 3 }} spacing="sm">
          {name === undefined ? null : (
            <TextInput
              label="Name"
              required
              maxLength={120}
              data-autofocus
              autoFocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <NumberInput
            label="Credits a month"
            placeholder="No limit"
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            value={limit}
            onChange={setLimit}
          />
          <TextInput
            label="Works through"
            type="date"
            min={dayOf(new Date().toISOString())}
            value={lastDay}
            onChange={(event) => setLastDay(event.currentTarget.value)}
          />
        </SimpleGrid>
        <MultiSelect
          label="Allowed tools"
          placeholder={tools.length === 0 ? 'Every tool' : ''}
          data={offered.map((tool) => ({ value: tool.name, label: tool.title }))}
          value={[...tools]}
          onChange={setTools}
          searchable
          clearable
          hidePickedOptions
        />
        {save.error ? <ErrorState error={save.error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="xs" loading={save.isPending} disabled={offered.length === 0}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function changedLimit(limit: string | number, before: number | null): Edits {
  const wanted = typeof limit === 'number' ? limit : null;
  return wanted === before ? {} : { spend_limit: wanted };
}

function changedTools(wanted: ToolName[], before: readonly string[] | null): Edits {
  const isSame = wanted.length === (before?.length ?? 0) && wanted.every((tool) => before?.includes(tool));
  if (isSame) return {};
  return { tools: wanted.length === 0 ? null : wanted };
}

/** The day of a moment where the reader is, as date inputs have it. */
function dayOf(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
}

/** The whole of the chosen day counts. */
function endOf(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
}
