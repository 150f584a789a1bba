import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { callTool } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { ErrorState } from '../../parts/states.tsx';
import { usePressGuard } from '../../press-guard.ts';
import { useLocation } from '../../router.tsx';
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
  const body = bodyOf(tool, values);
  const faults = call.error instanceof Problem ? call.error.faults : [];
  const wasStopped = call.error instanceof DOMException && call.error.name === 'AbortError';
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
      <div className={classes.answer}>
        {call.isPending ? <Running tool={tool} onStop={() => stop.current?.abort()} /> : null}
        {call.error && !wasStopped ? <ErrorState error={call.error} /> : null}
        {call.data && !call.isPending ? <Answer tool={tool} tools={tools} {...call.data} /> : null}
      </div>
    </>
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
