import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callTool } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import { queries, type SeenAnswer } from '../../api/queries.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { readAsked } from '../../asked-text.ts';
import { takeRun } from '../../explorer-link.ts';
import { ErrorState, LoadingBox } from '../../parts/page.tsx';
import { Hint, Note, RowButton } from '../../parts/text.tsx';
import { usePressGuard } from '../../press-guard.ts';
import { Link, navigate, useLocation } from '../../router.tsx';
import classes from './answer.module.css';
import { Answer, ExampleAnswer } from './answer.tsx';
import { leaveToPay, useCallPrice } from './call-price.tsx';
import { type Arguments, bodyOf, type FormValues, initialValues, useOwnExample } from './form-values.ts';
import { keepMarket } from './last-market.ts';
import { QuestionBar } from './question-bar.tsx';
import { EarlierAnswers, SavedQuestions } from './saved-questions.tsx';

interface ToolPanelProps {
  readonly tool: ToolEntry;
  readonly tools: readonly ToolEntry[];
  /** The call whose answer the address names. */
  readonly requestId: string | undefined;
}

/** One tool: the question, the call, the answer. */
export function ToolPanel({ tool, tools, requestId }: ToolPanelProps) {
  const example = useOwnExample(tool);
  const { values, setValues, asked } = useQuestion(tool, example);
  const callPrice = useCallPrice(tool);
  const canRun = callPrice.action === 'Run';
  const isVisitor = callPrice.action === 'Sign in to run';
  const isFirstPress = usePressGuard();
  const { call, stop } = useCall(tool, values);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current) bringIntoView(place.current, call.status);
  }, [call.status]);
  const body = bodyOf(tool, values);
  const keepQuestion = () => navigate(addressOf(tool, body, requestId), { replace: true, isSamePlace: true });
  const submit = () => {
    if (!isFirstPress()) return;
    if (canRun) return call.mutate(body);
    keepQuestion();
    leaveToPay(callPrice, body);
  };
  // What costs nothing is asked as soon as its address is opened, and so is what was chosen with its price in the palette.
  const askAtOnce = useEffectEvent(() => {
    const isChosen = takeRun() && canRun;
    const isNew = tool.credits === 0 && !isVisitor && call.isIdle;
    if (asked && requestId === undefined && !call.isPending && (isChosen || isNew)) call.mutate(asked);
  });
  const question = JSON.stringify(asked);
  useEffect(() => {
    if (question) askAtOnce();
  }, [question]);
  const now = JSON.stringify(body);
  const usual = JSON.stringify(bodyOf(tool, initialValues(tool, undefined, example)));
  const shown = { tool, tools, call: { path: tool.path, body } };
  return (
    <>
      <QuestionBar
        {...{ tool, callPrice, values }}
        faults={faultsOf(call.error)}
        isRunning={call.isPending}
        onChange={setValues}
        onLeave={() => {
          if (now !== (question ?? usual)) keepQuestion();
        }}
        onSubmit={submit}
      />
      {isVisitor ? null : (
        <div className={classes.past}>
          <SavedQuestions tool={tool} />
          <EarlierAnswers tool={tool} current={requestId} />
        </div>
      )}
      <div className={classes.answer} ref={place}>
        {call.error ? <Failure error={call.error} /> : null}
        {call.isPending ? <Running tool={tool} onStop={stop} /> : null}
        {requestId && !call.isPending ? <KeptAnswer {...{ ...shown, requestId, asked }} /> : null}
        {requestId || asked || example || now !== usual || call.isPending || call.error ? null : (
          <Example {...shown} />
        )}
      </div>
    </>
  );
}

const faultsOf = (error: Error | null) => (error instanceof Problem ? error.faults : []);

/** The call of the tool. Its answer has an address of its own. */
function useCall(tool: ToolEntry, values: FormValues) {
  const signal = useRef<AbortController>(undefined);
  const queryClient = useQueryClient();
  const call = useMutation({
    mutationFn: async (asked: Arguments): Promise<SeenAnswer> => {
      signal.current = new AbortController();
      const startedAt = performance.now();
      // A key for each press: should the answer get lost, the same press cannot be charged twice.
      const envelope = await callTool(tool.path, asked, crypto.randomUUID(), signal.current.signal);
      return { envelope, asked, tookMs: performance.now() - startedAt };
    },
    onSuccess: (seen, asked) => {
      keepMarket(values);
      const { request_id: id } = seen.envelope.usage;
      queryClient.setQueryData(queries.answer(id).queryKey, seen);
      void queryClient.invalidateQueries({ queryKey: ['usage', 'earlier'] });
      navigate(addressOf(tool, asked, id), { isSamePlace: true });
    },
  });
  return { call, stop: () => signal.current?.abort() };
}

interface ShownProps extends Pick<ToolPanelProps, 'tool' | 'tools'> {
  readonly call: { readonly path: string; readonly body: Arguments };
}

interface KeptAnswerProps extends ShownProps {
  readonly requestId: string;
  /** Undefined where the address does not say it. */
  readonly asked: Arguments | undefined;
}

/** The answer that the address names; the form takes its question where the address does not hold one. */
function KeptAnswer({ requestId, asked, ...shown }: KeptAnswerProps) {
  const { data, error, refetch } = useQuery(queries.answer(requestId));
  const { tool } = shown;
  useEffect(() => {
    if (data && !asked) navigate(addressOf(tool, data.asked, requestId), { replace: true });
  }, [data, asked, requestId, tool]);
  if (data) return <Answer key={requestId} {...shown} {...data} />;
  if (!error) return <LoadingBox height={320} />;
  const isGone = error instanceof Problem && (error.status === 404 || error.status === 401);
  if (!isGone) return <ErrorState error={error} retry={() => refetch()} />;
  return (
    <Alert color="gray">
      This answer is no longer saved, or belongs to another account. Run the question again.
    </Alert>
  );
}

/** What the tool gives. Under a question of one's own it would be taken for its answer. */
function Example(shown: ShownProps) {
  const { data } = useQuery(queries.exampleAnswers);
  if (!data) return <LoadingBox height={320} />;
  const envelope = data[shown.tool.name];
  return envelope ? <ExampleAnswer {...shown} envelope={envelope} asked={shown.tool.example} /> : null;
}

/** The form, which follows the address: a link, Back and Forward bring their question with them. */
function useQuestion(tool: ToolEntry, example: Arguments | undefined) {
  const text = useLocation().query.get('args');
  const [seen, setSeen] = useState(text);
  const asked = readAsked(text);
  const opened = initialValues(tool, asked, example);
  const [values, setValues] = useState<FormValues>(opened);
  // The own site comes a moment later: it takes the place of the example unless somebody has typed.
  const [before, setBefore] = useState(opened);
  const same = (one: FormValues, other: FormValues) => JSON.stringify(one) === JSON.stringify(other);
  if (!same(before, opened)) {
    setBefore(opened);
    if (seen !== text || same(values, before)) setValues(opened);
    setSeen(text);
  }
  return { values, setValues, asked };
}

function addressOf(tool: ToolEntry, body: Arguments, requestId: string | undefined): string {
  const path = requestId ? `/explorer/${tool.name}/${requestId}` : `/explorer/${tool.name}`;
  return `${path}?${new URLSearchParams({ args: JSON.stringify(body) })}`;
}

/** Scrolls to what a press of Run led to: the progress, or the top of the answer. */
function bringIntoView(place: HTMLElement, status: 'idle' | 'pending' | 'success' | 'error'): void {
  const { top } = place.getBoundingClientRect();
  // A refused field takes the focus, and the window goes there.
  if (status === 'idle' || status === 'error' || (top > 0 && top < innerHeight / 2)) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' });
}

/** Why there is no answer, and what to do. */
function Failure({ error }: { readonly error: Error }) {
  const faults = faultsOf(error);
  // The fields say what is wrong; the first of them takes the focus, so that it can be mended at once.
  useEffect(() => {
    if (faults.length > 0) document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  }, [faults]);
  if (error instanceof DOMException && error.name === 'AbortError')
    return (
      <Alert color="gray" title="No longer waiting">
        <Text>
          The call continues without this page, and is charged if it succeeds.{' '}
          <Anchor component={Link} href="/activity" inherit>
            See its outcome
          </Anchor>
        </Text>
      </Alert>
    );
  if (faults.length === 0) return <ErrorState error={error} />;
  return (
    <Alert color="red" title={faults.length === 1 ? 'Check the marked field' : 'Check the marked fields'}>
      <Text>{faults.map(({ message }) => message).join(' ')}</Text>
    </Alert>
  );
}

/** Seconds that a call takes at most, by tool; others read what is stored. */
const quick = 15;
const slow = 28;
const slowTools = /^(?:audit_site|inspect_serp|inspect_search_visibility|compare_)/u;

/**
 * What is being done and for how long, and not how far it is: a guess that
 * looks like progress would be worse than none.
 */
function Running({ tool, onStop }: { readonly tool: ToolEntry; readonly onStop: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useInterval(() => setSeconds((before) => before + 1), 1_000, { autoInvoke: true });
  return (
    <Stack gap="sm" className={classes.running} role="status">
      <Group justify="space-between">
        <Text fw={550}>{tool.title} is running…</Text>
        <RowButton color="gray" onClick={onStop}>
          Stop waiting
        </RowButton>
      </Group>
      <div role="progressbar" aria-label={`${tool.title} is running`} className={classes.track}>
        <span className={classes.runner} />
      </div>
      <Hint>{tool.summary}</Hint>
      <Note className="numeric" aria-hidden="true">
        {seconds} s; takes {slowTools.test(tool.name) ? slow : quick} s at most, free if it fails
      </Note>
    </Stack>
  );
}
