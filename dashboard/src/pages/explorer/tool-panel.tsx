import { Alert, Anchor, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { callTool } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { ErrorState } from '../../parts/states.tsx';
import { usePressGuard } from '../../press-guard.ts';
import { Link, useLocation } from '../../router.tsx';
import { Answer } from './answer.tsx';
import { CopyAs } from './copy-as.tsx';
import classes from './explorer-page.module.css';
import { bodyOf, type FormValues, initialValues } from './form-values.ts';
import { keepMarket } from './last-market.ts';
import { Running } from './running.tsx';
import { ToolForm } from './tool-form.tsx';

interface ToolPanelProps {
  readonly tool: ToolEntry;
  readonly tools: readonly ToolEntry[];
}

/** One tool: its form, the call, the answer. */
export function ToolPanel({ tool, tools }: ToolPanelProps) {
  const { query } = useLocation();
  const given = useMemo(() => parseArgs(query.get('args')), [query]);
  const [values, setValues] = useState<FormValues>(() => initialValues(tool, given));
  const stop = useRef<AbortController>(undefined);
  const isFirstPress = usePressGuard();
  const call = useMutation({
    mutationFn: async (body: Record<string, unknown>) => {
      stop.current = new AbortController();
      const startedAt = performance.now();
      // A key for each press: should the answer get lost, the same press cannot be charged twice.
      const envelope = await callTool(tool.path, body, crypto.randomUUID(), stop.current.signal);
      keepMarket(values);
      return { envelope, tookMs: performance.now() - startedAt };
    },
  });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current) bringIntoView(place.current, call.status);
  }, [call.status]);
  const body = bodyOf(tool, values);
  const faults = call.error instanceof Problem ? call.error.faults : [];
  return (
    <>
      <div className={classes.call}>
        <ToolForm
          tool={tool}
          values={values}
          faults={faults}
          isRunning={call.isPending}
          onChange={setValues}
          onSubmit={() => {
            if (isFirstPress()) call.mutate(body);
          }}
        />
        <CopyAs path={tool.path} body={body} />
      </div>
      <div className={classes.answer} ref={place}>
        {call.isPending ? <Running tool={tool} onStop={() => stop.current?.abort()} /> : null}
        {call.isIdle ? <Waiting /> : null}
        {call.error ? <Failure error={call.error} /> : null}
        {call.data && !call.isPending ? <Answer tool={tool} tools={tools} {...call.data} /> : null}
      </div>
    </>
  );
}

/** Scrolls to what a press of Run led to: the progress, or the top of the answer. */
function bringIntoView(place: HTMLElement, status: 'idle' | 'pending' | 'success' | 'error'): void {
  const isLow = place.getBoundingClientRect().top > innerHeight / 2;
  // A refused field takes the focus, and the window goes there.
  if (status === 'idle' || status === 'error' || !isLow) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place.scrollIntoView({
    block: status === 'success' ? 'start' : 'nearest',
    behavior: isStill ? 'auto' : 'smooth',
  });
}

/** Where the answer will be, for somebody who sees the page for the first time. */
function Waiting() {
  return (
    <Text className={classes.waiting} c="dimmed" size="sm" ta="center">
      The answer will be here, as a picture and as JSON. The form holds an example that works: press Run.
    </Text>
  );
}

function Failure({ error }: { readonly error: Error }) {
  if (error instanceof DOMException && error.name === 'AbortError') return <Stopped />;
  if (error instanceof Problem && error.faults.length > 0) return <Refused error={error} />;
  return <ErrorState error={error} />;
}

/** The fields say what is wrong; the first of them takes the focus, so that it can be mended at once. */
function Refused({ error }: { readonly error: Problem }) {
  useEffect(() => {
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  }, []);
  return (
    <Alert
      color="red"
      title={error.faults.length === 1 ? 'Check the marked field' : 'Check the marked fields'}
    >
      <Text size="sm">{error.message}</Text>
    </Alert>
  );
}

function Stopped() {
  return (
    <Alert color="gray" title="No longer waiting">
      <Text size="sm">
        The call continues without this page, and is charged if it succeeds.{' '}
        <Anchor component={Link} href="/activity" inherit>
          See its outcome
        </Anchor>
      </Text>
    </Alert>
  );
}

/** Arguments in the address, as the next actions of an answer write them. */
function parseArgs(text: string | null): Readonly<Record<string, unknown>> {
  if (!text) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
