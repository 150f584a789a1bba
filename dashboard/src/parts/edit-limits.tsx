import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../api/queries.ts';
import type { ToolName } from '../api/schema.ts';
import { Form, NumberField, typed } from './form.tsx';
import { CancelButton } from './text.tsx';

/** What a key or an agent may do, as its form holds it. */
export interface Limits {
  /** Undefined where the name is not the account's to choose. */
  readonly name?: string | undefined;
  /** Credits a month; null for no limit. */
  readonly spendLimit: number | null;
  /** None for all. */
  readonly tools: readonly string[];
  /** A day such as `2026-12-31`; empty for no end. */
  readonly lastDay: string;
}

interface LimitFieldsProps {
  readonly value: Limits;
  readonly onChange: (changed: Partial<Limits>) => void;
}

/** Name, budget, end and tools: the fields of every key and agent. */
export function LimitFields({ value: { name, spendLimit, tools, lastDay }, onChange }: LimitFieldsProps) {
  const { data } = useQuery(queries.capabilities);
  return (
    <>
      {name === undefined ? null : (
        <TextInput
          label="Name"
          description="What will use it, such as “Rank report, production”."
          required
          maxLength={120}
          data-autofocus
          {...typed(name, (next) => onChange({ name: next }))}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberField
          label="Credits a month"
          placeholder="No limit"
          min={0}
          value={spendLimit ?? ''}
          onChange={(limit) => onChange({ spendLimit: limit === '' ? null : limit })}
        />
        <TextInput
          label="Valid through"
          description="Leave empty for no end."
          type="date"
          min={dayOf(new Date().toISOString())}
          {...typed(lastDay, (next) => onChange({ lastDay: next }))}
        />
      </SimpleGrid>
      <Checkbox.Group
        label="Allowed tools"
        description="Leave all unticked to allow every tool."
        value={[...tools]}
        onChange={(next) => onChange({ tools: next })}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={10} mt={6}>
          {data?.data.tools.map((tool) => (
            <Checkbox key={tool.name} size="xs" value={tool.name} label={tool.title} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </>
  );
}

/** The limits as the service takes them; undefined until it is known which tools there are. */
export function useWritten({ name, spendLimit, tools, lastDay }: Limits) {
  const { data } = useQuery(queries.capabilities);
  const offered = data?.data.tools;
  if (!offered) return undefined;
  const chosen = tools.filter((tool): tool is ToolName => offered.some((entry) => entry.name === tool));
  return {
    ...(name !== undefined && { name: name.trim() }),
    spend_limit: spendLimit,
    tools: chosen.length === 0 ? null : chosen,
    // The whole of the chosen day counts.
    endsAt: lastDay === '' ? null : new Date(`${lastDay}T23:59:59`).toISOString(),
  };
}

type Written = NonNullable<ReturnType<typeof useWritten>>;

interface EditLimitsProps {
  readonly label: string;
  readonly value: {
    readonly name?: string;
    readonly spend_limit: number | null;
    readonly tools: readonly string[] | null;
    /** ISO 8601; null for no end. */
    readonly endsAt: string | null;
  };
  readonly onSave: (written: Written) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A form in the place of what it changes; the next call meets what is saved. */
export function EditLimits({ label, value, onSave, onClose }: EditLimitsProps) {
  const { name, spend_limit: spendLimit, endsAt } = value;
  const [limits, setLimits] = useState<Limits>({
    name,
    spendLimit,
    tools: value.tools ?? [],
    lastDay: dayOf(endsAt),
  });
  const written = useWritten(limits);
  const save = async () => {
    if (!written) return;
    // Tools that have left the catalog must not leave every tool allowed.
    if (written.tools === null && limits.tools.length > 0)
      throw new Error('The tools that were allowed are no longer offered. Choose others.');
    // An end that was not touched stays the moment that it is.
    await onSave(limits.lastDay === dayOf(endsAt) ? { ...written, endsAt } : written);
  };
  return (
    <Form
      label={label}
      action="Save"
      size="xs"
      isReady={written !== undefined}
      onSend={save}
      onSent={onClose}
      beside={<CancelButton size="xs" onClick={onClose} />}
    >
      <LimitFields value={limits} onChange={(changed) => setLimits({ ...limits, ...changed })} />
    </Form>
  );
}

/** The day of a moment where the reader is, as date inputs have it. */
function dayOf(iso: string | null): string {
  return iso === null ? '' : new Date(iso).toLocaleDateString('sv');
}
