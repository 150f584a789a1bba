import { Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { weekdays } from '#shared/contract/rule-choices.ts';
import type { Tracker } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { changeTracker, createTracker, type Rhythm, runTracker } from '../../api/workspace.ts';
import { ago, credits, number, words } from '../../format.ts';
import { Act, Choice, FormDialog, NumberField, typed } from '../../parts/form.tsx';
import { Hint } from '../../parts/text.tsx';
import { Link } from '../../router.tsx';
import { mostAMonth, outcomeText, rhythms, type Times, termsOf, timesOf } from './tracker-words.ts';

interface TrackQuestionProps {
  readonly question: Pick<Tracker, 'name' | 'tool' | 'args'>;
  /** Undefined for one that is not saved yet. */
  readonly tracker: Tracker | undefined;
  /** Credits of one call of its tool. */
  readonly price: number;
  readonly onClose: () => void;
}

/** Has a question asked by itself, with the price and the most that it may cost said before. */
export function TrackQuestion({ question, tracker, price, onClose }: TrackQuestionProps) {
  const isSet = Boolean(tracker?.schedule);
  const [times, setTimes] = useState(() => timesOf(tracker?.schedule));
  const [written, setBudget] = useState<number | '' | null>(tracker?.monthly_budget ?? null);
  const budget = Number(written ?? price * mostAMonth[times.every]);
  const [isActive, setIsActive] = useState(tracker?.status !== 'paused');
  const [key] = useState(() => crypto.randomUUID());
  const refresh = useRefresh('trackers');
  const save = async () => {
    const terms = { schedule: termsOf(times), monthly_budget: budget };
    if (tracker) await changeTracker(tracker.id, { ...terms, status: isActive ? 'active' : 'paused' });
    else await createTracker({ ...question, ...terms }, key);
    await refresh();
  };
  const done = () => refresh().then(onClose);
  return (
    <FormDialog
      title="Track this question"
      action={isSet ? 'Save' : 'Track'}
      isReady={budget >= price}
      onSend={save}
      onClose={onClose}
      beside={
        <>
          {tracker?.schedule ? (
            <Act
              {...{ variant: 'subtle', color: 'red', mr: 'auto' }}
              act={() => changeTracker(tracker.id, { schedule: null }).then(done)}
            >
              Stop tracking
            </Act>
          ) : null}
          {tracker?.status === 'active' ? (
            <Act variant="default" act={() => runTracker(tracker.id, key).then(done)}>
              Ask now
            </Act>
          ) : null}
        </>
      }
    >
      <Text>
        “<bdi>{question.name}</bdi>” is asked again on schedule, for {credits(price)} each time.{' '}
        <em>History</em> keeps the answers and shows what changed. A call that fails is free.
      </Text>
      {tracker?.schedule ? <Standing tracker={tracker} /> : null}
      <TimesFields times={times} onChange={(next) => setTimes({ ...times, ...next })} />
      <NumberField
        label="Credits a month at most"
        description={budgetText(budget, price, times.every)}
        value={written ?? budget}
        onChange={setBudget}
        min={price}
        max={1_000_000}
        required
      />
      {isSet ? (
        <Switch
          label="Active"
          description="When off, nothing is asked; the schedule and budget are kept."
          checked={isActive}
          onChange={(event) => setIsActive(event.currentTarget.checked)}
        />
      ) : null}
    </FormDialog>
  );
}

interface TimesFieldsProps {
  readonly times: Times;
  readonly onChange: (changed: Partial<Times>) => void;
}

function TimesFields({ times: { every, weekday, at, time_zone: zone }, onChange }: TimesFieldsProps) {
  return (
    <>
      <Choice label="How often" data={rhythms} value={every} onChange={(next) => onChange({ every: next })} />
      <Group grow align="flex-start">
        {every === 'week' ? (
          <Choice
            label="Day"
            data={weekdays.map((value) => ({ value, label: words(value) }))}
            value={weekday}
            onChange={(next) => onChange({ weekday: next })}
          />
        ) : null}
        <TextInput
          type="time"
          label={`At, ${zone}`}
          required
          {...typed(at, (next) => onChange({ at: next }))}
        />
      </Group>
    </>
  );
}

/** What a budget is enough for. */
function budgetText(budget: number, price: number, every: Rhythm): string {
  const calls = Math.floor(budget / price);
  if (calls < 1) return `One call costs ${credits(price)}.`;
  const most = mostAMonth[every];
  return `Enough credits for ${calls >= most ? `every ${every}` : `${calls} of up to ${most} runs`}.`;
}

/** What the tracker has done, and when it asks next. */
function Standing({ tracker }: { readonly tracker: Tracker }) {
  const { tool, last, next_at: next, spent_this_month: spent, monthly_budget: budget } = tracker;
  return (
    <Stack gap={2}>
      <Hint>
        {number(spent)} of {credits(budget ?? 0)} used this month.
        {next ? ` Next ${ago(next)}.` : ''}
      </Hint>
      <Hint>
        {outcomeText(tracker)}{' '}
        {last?.request_id ? <Link href={`/explorer/${tool}/${last.request_id}`}>Open the answer</Link> : null}
      </Hint>
    </Stack>
  );
}
