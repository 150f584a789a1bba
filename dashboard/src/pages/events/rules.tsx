import { Chip, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limitMarks, rankReasons, siteMetrics } from '#shared/contract/rule-choices.ts';
import { answered, api, at } from '../../api/client.ts';
import type { Rule, RuleSettings } from '../../api/schema.ts';
import { useChange } from '../../api/use-change.ts';
import { watchQueries } from '../../api/watch.ts';
import { words } from '../../format.ts';
import { Act, Choice } from '../../parts/form.tsx';
import { ErrorState, QueryState, Section } from '../../parts/page.tsx';
import { Note } from '../../parts/text.tsx';

/** Which events are sent: one switch for each type, with its settings. */
export function Rules() {
  return (
    <Section title="Notifications">
      <QueryState query={useQuery(watchQueries.rules)}>
        {(list) => (
          <Stack gap="sm">
            {list.map((rule) => (
              <OneRule key={rule.id} rule={rule} />
            ))}
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}

function OneRule({ rule }: { readonly rule: Rule }) {
  const { id, type, subject, is_on, is_default, settings } = rule;
  const set = useChange(
    (next: Partial<Pick<Rule, 'is_on' | 'settings'>>) =>
      answered(api.POST('/v1/me/rules', { body: { type, subject, is_on, settings, ...next } })),
    'rules',
  );
  const name = `${words(type.replace('.', ' '))}${subject === null ? '' : ` of ${subject}`}`;
  const change = (next: RuleSettings) => set.mutate({ settings: { ...settings, ...next } });
  return (
    <Stack gap={4}>
      <Group gap="md" align="center">
        <Switch
          label={name}
          checked={is_on}
          onChange={({ currentTarget }) => set.mutate({ is_on: currentTarget.checked })}
          miw={190}
        />
        {is_on ? <Settings name={name} settings={settings} onChange={change} /> : null}
        {is_default ? null : (
          <Act
            size="compact-xs"
            variant="subtle"
            act={() => answered(api.DELETE('/v1/me/rules/{rule_id}', at({ rule_id: id })))}
            shownBy={['rules']}
          >
            Reset
          </Act>
        )}
      </Group>
      <ErrorState error={set.error} />
    </Stack>
  );
}

interface SettingsProps {
  readonly name: string;
  readonly settings: RuleSettings;
  readonly onChange: (next: RuleSettings) => void;
}

/** The settings that the type of the rule has. */
function Settings({ name, settings, onChange }: SettingsProps) {
  const { percent, severity, metrics } = settings;
  return (
    <>
      {amounts.map(({ member, label, ...amount }) => {
        const value = settings[member];
        return value === undefined ? null : (
          <Amount
            key={member}
            {...amount}
            name={`${label} of ${name}`}
            value={value}
            onSet={(next) => onChange({ [member]: next })}
          />
        );
      })}
      {settings.reasons === undefined ? null : (
        <Chip.Group
          multiple
          value={settings.reasons}
          onChange={(next) => onChange({ reasons: rankReasons.filter((reason) => next.includes(reason)) })}
        >
          <Group gap={4} role="group" aria-label={`Reasons of ${name}`}>
            {rankReasons.map((reason) => (
              <Chip key={reason} size="xs" value={reason}>
                {words(reason)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {metrics === undefined ? null : (
        <Choice
          {...small}
          aria-label={`Counts of ${name}`}
          data={countChoices}
          value={metrics.length > 1 ? 'both' : (metrics[0] ?? 'clicks')}
          onChange={(next) =>
            onChange({ metrics: siteMetrics.filter((one) => next === 'both' || next === one) })
          }
        />
      )}
      {percent === undefined ? null : (
        <Choice
          {...small}
          aria-label={`Percent of ${name}`}
          data={limitMarks.map((mark) => ({ value: `${mark}`, label: `${mark}% used` }))}
          value={`${percent}`}
          onChange={(next) => onChange({ percent: limitMarks.find((mark) => `${mark}` === next) ?? percent })}
        />
      )}
      {severity === undefined ? null : (
        <Choice
          {...small}
          aria-label={`Severity of ${name}`}
          data={severityChoices}
          value={severity}
          onChange={(next) => onChange({ severity: next })}
        />
      )}
    </>
  );
}

const small = { size: 'xs', w: 190 } as const;
const amounts = [
  { member: 'places', label: 'Places', range: [1, 100], unit: 'places or more' },
  { member: 'least_change', label: 'Least change', range: [15, 95], unit: '% or more' },
] as const;
const countChoices = [
  { value: 'clicks', label: 'Clicks' },
  { value: 'impressions', label: 'Impressions' },
  { value: 'both', label: 'Clicks and impressions' },
] as const;
const severityChoices = [
  { value: 'high', label: 'High severity' },
  { value: 'medium', label: 'High or medium' },
] as const;

interface AmountProps {
  readonly name: string;
  readonly value: number;
  readonly range: readonly [number, number];
  readonly unit: string;
  readonly onSet: (next: number) => void;
}

/** Sent when it is left, not with each digit. */
function Amount({ name, value, range: [min, max], unit, onSet }: AmountProps) {
  return (
    <Group gap={6}>
      <TextInput
        type="number"
        key={value}
        aria-label={name}
        size="xs"
        w={72}
        min={min}
        max={max}
        defaultValue={value}
        onBlur={({ currentTarget }) => {
          const next = parseInt(currentTarget.value, 10);
          if (next >= min && next <= max && next !== value) onSet(next);
        }}
      />
      <Note>{unit}</Note>
    </Group>
  );
}
