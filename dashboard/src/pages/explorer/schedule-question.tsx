import { Button, Group, Modal, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SavedQuestion, Schedule } from '../../api/schema.ts';
import { endSchedule, scheduleQuestion, type Weekday, workspaceQueries } from '../../api/workspace.ts';
import { ago, credits, number, words } from '../../format.ts';
import { Choice } from '../../parts/choice.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { Link } from '../../router.tsx';
import { outcomeText, weekdays } from './schedule-words.ts';

interface ScheduleQuestionProps {
  readonly question: SavedQuestion;
  /** Credits of one call of its tool. */
  readonly price: number;
  readonly onClose: () => void;
}

const mostCallsAMonth = 5;

/** Has a saved question asked each week, with the price and the most that it may cost said before. */
export function ScheduleQuestion({ question, price, onClose }: ScheduleQuestionProps) {
  const { schedule } = question;
  const [day, setDay] = useState<Weekday>(schedule?.day ?? 'monday');
  const [budget, setBudget] = useState<number | string>(schedule?.monthly_budget ?? price * mostCallsAMonth);
  const [isActive, setIsActive] = useState(schedule?.status !== 'paused');
  const queryClient = useQueryClient();
  const onSuccess = async () => {
    await queryClient.invalidateQueries(workspaceQueries.questions);
    onClose();
  };
  const save = useMutation({
    mutationFn: () =>
      scheduleQuestion(question.id, {
        day,
        monthly_budget: Number(budget),
        status: isActive ? 'active' : 'paused',
      }),
    onSuccess,
  });
  const end = useMutation({ mutationFn: () => endSchedule(question.id), onSuccess });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const calls = Math.floor(Number(budget) / price);
  const isSet = schedule !== null;
  const error = save.error ?? end.error;
  return (
    <Modal opened onClose={onClose} title="Ask this question weekly">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            <bdi>{question.name}</bdi> is asked once a week for {credits(price)}, and its answers are kept:
            their <em>History</em> shows what changed. A call that fails is free.
          </Text>
          {schedule ? <Standing question={question} schedule={schedule} /> : null}
          <Choice
            label="Day"
            description="By UTC; the hour is chosen by the service."
            data={weekdays.map((value) => ({ value, label: words(value) }))}
            value={day}
            onChange={(chosen) => setDay(weekdays.find((known) => known === chosen) ?? day)}
            allowDeselect={false}
          />
          <NumberInput
            label="Budget a month"
            description={budgetText(calls, price)}
            value={budget}
            onChange={setBudget}
            min={price}
            max={1_000_000}
            allowDecimal={false}
            required
          />
          {isSet ? (
            <Switch
              label="Ask it"
              description="Paused, it keeps its day and its budget and asks nothing."
              checked={isActive}
              onChange={(event) => setIsActive(event.currentTarget.checked)}
            />
          ) : null}
          {error ? <ErrorState error={error} /> : null}
          <Group justify="flex-end">
            {isSet ? (
              <Button
                variant="subtle"
                color="red"
                mr="auto"
                loading={end.isPending}
                onClick={() => end.mutate()}
              >
                Stop asking
              </Button>
            ) : null}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={calls < 1}>
              {isSet ? 'Save' : 'Ask weekly'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** What a budget is enough for. */
function budgetText(calls: number, price: number): string {
  if (calls < 1) return `One call costs ${credits(price)}.`;
  const weeks = calls >= mostCallsAMonth ? 'every week' : `${calls} of up to ${mostCallsAMonth} weeks`;
  return `In credits: enough for ${weeks}.`;
}

interface StandingProps {
  readonly question: SavedQuestion;
  readonly schedule: Schedule;
}

/** What the schedule has done, and when it does it next. */
function Standing({ question, schedule }: StandingProps) {
  const { last, next_at: next, spent_this_month: spent, monthly_budget: budget } = schedule;
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {number(spent)} of {credits(budget)} used this month.
        {next ? ` Next ${ago(next)}.` : ''}
      </Text>
      <Text size="sm" c="dimmed">
        {outcomeText(schedule)}{' '}
        {last?.request_id ? (
          <Link href={`/explorer/${question.tool}/${last.request_id}`}>Open the answer</Link>
        ) : null}
      </Text>
    </Stack>
  );
}
