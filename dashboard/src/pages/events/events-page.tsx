import { Anchor, Chip, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limitMarks, rankReasons, siteMetrics } from '#shared/contract/rule-choices.ts';
import { answered, api, at } from '../../api/client.ts';
import type { AccountEvent, Rule, RuleSettings } from '../../api/schema.ts';
import { useChange } from '../../api/use-change.ts';
import { pathOf, typeName, watchQueries } from '../../api/watch.ts';
import { words } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { pageHeads } from '../../page-heads.ts';
import { Act, Choice } from '../../parts/form.tsx';
import { EmptyState, ErrorState, Page, QueryState, Section } from '../../parts/page.tsx';
import { Note, TextLink } from '../../parts/text.tsx';
import { Link } from '../../router.tsx';

/** As many as one call gives. */
const most = 500;

const columns: readonly Column<AccountEvent>[] = [
  {
    header: 'What happened',
    value: 'summary',
    cell: ({ summary, link }) => (
      <Anchor component={Link} href={pathOf(link)} underline="hover">
        {summary}
      </Anchor>
    ),
    width: 640,
  },
  { header: 'When', value: 'at', as: 'ago', width: 130 },
  { header: 'Type', value: ({ type }) => typeName(type), width: 160, isMinor: true },
  { header: 'Why', value: 'why', isMinor: true, width: 360 },
];

/** Everything that the account was told, to be narrowed and sorted. */
export function EventsPage() {
  const events = useQuery(watchQueries.events(most));
  const actions = (
    <TextLink href="/destinations" underline="hover">
      Send events
    </TextLink>
  );
  return (
    <Page {...pageHeads.events} actions={actions} isWide>
      <QueryState
        query={events}
        empty={
          <EmptyState title="No events yet">
            Track a question or connect a site, and changes appear here.
          </EmptyState>
        }
      >
        {(rows) => <Grid label="Events" rows={rows} columns={columns} />}
      </QueryState>
      <Rules />
    </Page>
  );
}

/** Which events are sent: one switch for each type, with its settings. */
function Rules() {
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
  const name = `${typeName(type)}${subject === null ? '' : ` of ${subject}`}`;
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
      {choices.map(({ label, data, chosenIn, settingOf }) => {
        const value = chosenIn(settings);
        return value === undefined ? null : (
          <Choice
            key={label}
            size="xs"
            w={190}
            aria-label={`${label} of ${name}`}
            {...{ data, value }}
            onChange={(next) => onChange(settingOf(next))}
          />
        );
      })}
    </>
  );
}

const amounts = [
  { member: 'places', label: 'Places', range: [1, 100], unit: 'places or more' },
  { member: 'least_change', label: 'Least change', range: [15, 95], unit: '% or more' },
] as const;

interface SettingChoice {
  readonly label: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  /** Undefined where the rule has no such setting. */
  readonly chosenIn: (settings: RuleSettings) => string | undefined;
  readonly settingOf: (value: string) => RuleSettings;
}

const choices: readonly SettingChoice[] = [
  {
    label: 'Counts',
    data: [
      { value: 'clicks', label: 'Clicks' },
      { value: 'impressions', label: 'Impressions' },
      { value: 'both', label: 'Clicks and impressions' },
    ],
    chosenIn: ({ metrics }) => (metrics && metrics.length > 1 ? 'both' : metrics?.[0]),
    settingOf: (value) => ({ metrics: siteMetrics.filter((one) => value === 'both' || value === one) }),
  },
  {
    label: 'Percent',
    data: limitMarks.map((mark) => ({ value: `${mark}`, label: `${mark}% used` })),
    chosenIn: ({ percent }) => (percent === undefined ? undefined : `${percent}`),
    settingOf: (value) => ({ percent: limitMarks.find((mark) => `${mark}` === value) ?? limitMarks[0] }),
  },
  {
    label: 'Severity',
    data: [
      { value: 'high', label: 'High severity' },
      { value: 'medium', label: 'High or medium' },
    ],
    chosenIn: ({ severity }) => severity,
    settingOf: (value) => ({ severity: value === 'high' ? 'high' : 'medium' }),
  },
];

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
