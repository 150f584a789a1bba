import { Button, Group, MultiSelect, NumberInput, Select, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { limitMarks, rankReasons, siteMetrics } from '#shared/contract/rule-choices.ts';
import type { Rule, RuleSettings } from '../../api/schema.ts';
import { removeRule, setRule, watchQueries } from '../../api/watch.ts';
import { words } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { ErrorState, QueryState } from '../../parts/states.tsx';

/** Which events are sent: one switch for each type, with its settings. */
export function Rules() {
  const rules = useQuery(watchQueries.rules);
  return (
    <Section title="What you are told">
      <QueryState query={rules}>
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
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ['rules'] });
  const set = useMutation({
    mutationFn: (next: Partial<Pick<Rule, 'is_on' | 'settings'>>) =>
      setRule({ type, subject, is_on, settings, ...next }),
    onSuccess,
  });
  const reset = useMutation({ mutationFn: () => removeRule(id), onSuccess });
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
          <Button size="compact-xs" variant="subtle" loading={reset.isPending} onClick={() => reset.mutate()}>
            As by default
          </Button>
        )}
      </Group>
      {set.error ? <ErrorState error={set.error} /> : null}
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
  const { places, least_change, percent, severity, metrics } = settings;
  return (
    <>
      {places === undefined ? null : (
        <Amount
          name={`Places of ${name}`}
          value={places}
          range={[1, 100]}
          unit="places or more"
          onSet={(next) => onChange({ places: next })}
        />
      )}
      {settings.reasons === undefined ? null : (
        <MultiSelect
          aria-label={`Reasons of ${name}`}
          size="xs"
          maw={420}
          data={rankReasons.map((value) => ({ value, label: words(value) }))}
          value={settings.reasons}
          onChange={(next) => onChange({ reasons: rankReasons.filter((reason) => next.includes(reason)) })}
        />
      )}
      {metrics === undefined ? null : (
        <Choice
          name={`Counts of ${name}`}
          of={{ clicks: 'Clicks', impressions: 'Impressions', both: 'Clicks and impressions' }}
          value={metrics.length > 1 ? 'both' : (metrics[0] ?? 'clicks')}
          onSet={(next) =>
            onChange({ metrics: siteMetrics.filter((one) => next === 'both' || next === one) })
          }
        />
      )}
      {least_change === undefined ? null : (
        <Amount
          name={`Least change of ${name}`}
          value={least_change}
          range={[15, 95]}
          unit="% or more"
          onSet={(next) => onChange({ least_change: next })}
        />
      )}
      {percent === undefined ? null : (
        <Choice
          name={`Percent of ${name}`}
          of={Object.fromEntries(limitMarks.map((mark) => [String(mark), `${mark} % used`]))}
          value={String(percent)}
          onSet={(next) => onChange({ percent: limitMarks.find((mark) => String(mark) === next) ?? percent })}
        />
      )}
      {severity === undefined ? null : (
        <Choice
          name={`Severity of ${name}`}
          of={{ high: 'High severity', medium: 'High or medium' }}
          value={severity}
          onSet={(next) => onChange({ severity: next === 'medium' ? 'medium' : 'high' })}
        />
      )}
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly of: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onSet: (next: string) => void;
}

function Choice({ name, of, value, onSet }: ChoiceProps) {
  const data = Object.entries(of).map(([each, label]) => ({ value: each, label }));
  return (
    <Select
      aria-label={name}
      size="xs"
      w={190}
      allowDeselect={false}
      data={data}
      value={value}
      onChange={(next) => next !== null && onSet(next)}
    />
  );
}

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
      <NumberInput
        key={value}
        aria-label={name}
        size="xs"
        w={72}
        min={min}
        max={max}
        clampBehavior="strict"
        defaultValue={value}
        onBlur={({ currentTarget }) => {
          const next = parseInt(currentTarget.value, 10);
          if (next >= min && next !== value) onSet(next);
        }}
      />
      <Text size="xs" c="dimmed">
        {unit}
      </Text>
    </Group>
  );
}
