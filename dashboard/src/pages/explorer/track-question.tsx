import { Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { weekdays } from '#shared/contract/rule-choices.ts';
import type { Tracker } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { changeTracker, createTracker, type Rhythm, runTracker, type Terms } from '../../api/workspace.ts';
import { ago, credits, number, words } from '../../format.ts';
import { Act, Choice, FormDialog, NumberField, typed } from '../../parts/form.tsx';
import { Hint } from '../../parts/text.tsx';
import { Link } from '../../router.tsx';
import { mostAMonth, outcomeText, rhythms, type Times, termsOf, timesOf } from './tracker-words.ts';

type Question = Pick<Tracker, 'name' | 'tool' | 'args'>;

interface TrackQuestionProps {
  readonly question: Question;
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
  const status = isActive ? 'active' : 'paused';
  const { save, end, run } = useTracker(question, tracker, onClose);
  return (
    <FormDialog
      title="Track this question"
      action={isSet ? 'Save' : 'Track'}
      isReady={budget >= price}
      onSend={() => save({ schedule: termsOf(times), monthly_budget: budget, status })}
      onClose={onClose}
      beside={
        <>
          {isSet ? (
            <Act variant="subtle" color="red" mr="auto" act={end}>
              Stop tracking
            </Act>
          ) : null}
          {tracker?.status === 'active' ? (
            <Act variant="default" act={run}>
              Ask now
            </Act>
          ) : null}
        </>
      }
    >
      <Text>
        <bdi>{question.name}</bdi> is asked on schedule for {credits(price)} each time. Its answers are kept,
        and <em>History</em> shows what changed. A call that fails is free.
      </Text>
      {tracker?.schedule ? <Standing tracker={tracker} /> : null}
      <TimesFields times={times} onChange={setTimes} />
      <NumberField
        label="Budget a month"
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

/** What can be done with a tracker. */
function useTracker(question: Question, tracker: Tracker | undefined, onDone: () => void) {
  const refresh = useRefresh('trackers');
  const [key] = useState(() => crypto.randomUUID());
  const id = tracker?.id ?? '';
  const save = ({ status, ...terms }: Terms & { readonly status: 'active' | 'paused' }) => {
    const asked = tracker
      ? changeTracker(id, { ...terms, status })
      : createTracker({ ...question, ...terms }, key);
    return asked.then(refresh);
  };
  const done = () => refresh().then(onDone);
  const end = () => changeTracker(id, { schedule: null }).then(done);
  const run = () => runTracker(id, key).then(done);
  return { save, end, run };
}

interface TimesFieldsProps {
  readonly times: Times;
  readonly onChange: (times: Times) => void;
}

function TimesFields({ times, onChange }: TimesFieldsProps) {
  return (
    <>
      <Choice
        label="How often"
        data={rhythms}
        value={times.every}
        onChange={(every) => onChange({ ...times, every })}
      />
      <Group grow align="flex-start">
        {times.every === 'week' ? (
          <Choice
            label="Day"
            data={weekdays.map((value) => ({ value, label: words(value) }))}
            value={times.weekday}
            onChange={(weekday) => onChange({ ...times, weekday })}
          />
        ) : null}
        <TextInput
          type="time"
          label={`At, ${times.time_zone}`}
          required
          {...typed(times.at, (at) => onChange({ ...times, at }))}
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
  return calls >= most
    ? `Enough credits for every ${every}.`
    : `Enough credits for ${calls} of up to ${most} runs.`;
}

/** What the tracker has done, and when it asks next. */
function Standing({ tracker }: { readonly tracker: Tracker }) {
  const { last, next_at: next, spent_this_month: spent, monthly_budget: budget } = tracker;
  return (
    <Stack gap={2}>
      <Hint>
        {number(spent)} of {credits(budget ?? 0)} used this month.
        {next ? ` Next ${ago(next)}.` : ''}
      </Hint>
      <Hint>
        {outcomeText(tracker)}{' '}
        {last?.request_id ? (
          <Link href={`/explorer/${tracker.tool}/${last.request_id}`}>Open the answer</Link>
        ) : null}
      </Hint>
    </Stack>
  );
}
