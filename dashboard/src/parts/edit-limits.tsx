import { SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../api/queries.ts';
import type { ToolName } from '../api/schema.ts';
import { Form, NumberField, typed } from './form.tsx';
import { CancelButton } from './text.tsx';
import { ToolChoice } from './tool-choice.tsx';

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
  const [limit, setLimit] = useState<number | ''>(value.spend_limit ?? '');
  const [tools, setTools] = useState<readonly string[]>(value.tools ?? []);
  const [lastDay, setLastDay] = useState(dayOf(value.endsAt));
  const { data: capabilities } = useQuery(queries.capabilities);
  const offered = capabilities?.data.tools ?? [];
  const chosen = tools.filter((tool): tool is ToolName => offered.some((entry) => entry.name === tool));
  const save = () =>
    onSave({
      ...(name !== undefined && name.trim() !== value.name && { name: name.trim() }),
      ...changedLimit(limit, value.spend_limit),
      ...changedTools(chosen, value.tools),
      ...(lastDay !== dayOf(value.endsAt) && { endsAt: endOf(lastDay) }),
    });
  return (
    <Form
      label={label}
      action="Save"
      size="xs"
      isReady={offered.length > 0}
      onSend={save}
      onSent={onClose}
      beside={<CancelButton size="xs" onClick={onClose} />}
    >
      <SimpleGrid cols={{ base: 1, sm: name === undefined ? 2 : 3 }} spacing="sm">
        {name === undefined ? null : (
          <TextInput
            label="Name"
            required
            maxLength={120}
            data-autofocus
            autoFocus
            {...typed(name, setName)}
          />
        )}
        <NumberField
          label="Credits a month"
          placeholder="No limit"
          min={0}
          value={limit}
          onChange={setLimit}
        />
        <TextInput
          label="Works through"
          type="date"
          min={dayOf(new Date().toISOString())}
          {...typed(lastDay, setLastDay)}
        />
      </SimpleGrid>
      <ToolChoice value={tools} onChange={setTools} />
    </Form>
  );
}

function changedLimit(limit: number | '', before: number | null): Edits {
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
