import { Badge, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { codeSamples } from '#shared/contract/code-samples.ts';
import type { Envelope, ToolEntry } from '../../api/schema.ts';
import { questionText } from '../../asked-text.ts';
import { AnswerContext } from '../../charts/answer-context.tsx';
import { Picture } from '../../charts/picture.tsx';
import { isData } from '../../charts/read.ts';
import { ago, credits, duration, exactTime, number } from '../../format.ts';
import { CodeBlock } from '../../parts/code.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { later } from '../../parts/later.tsx';
import { Section } from '../../parts/page.tsx';
import { Panels } from '../../parts/panels.tsx';
import { Segments } from '../../parts/segments.tsx';
import { Note } from '../../parts/text.tsx';
import { plainText } from '../../plain-text.ts';
import classes from './answer.module.css';
import { ExportAnswer } from './export-answer.tsx';
import { Deltas, NextActions } from './follow-ups.tsx';
import type { Arguments } from './form-values.ts';
import { KeepAnswer } from './keep-answer.tsx';

const History = later(async () => (await import('./history.tsx')).History, 240);

/** A call that can be made by a program. */
interface ProgramCall {
  readonly path: string;
  readonly body: Arguments;
}

interface AnswerProps {
  readonly tool: ToolEntry;
  readonly tools: readonly ToolEntry[];
  readonly envelope: Envelope;
  /** What was asked. */
  readonly asked: Arguments;
  /** The question as it stands now, for programs. */
  readonly call: ProgramCall;
  /** Undefined for an answer that was not waited for just now. */
  readonly tookMs?: number | undefined;
  /** When it was asked, where it was opened again. */
  readonly keptAt?: string | undefined;
}

/** The answer at full width: to look at, as JSON, and as the code that asks for it; then where to go from here. */
export function Answer({ tool, tools, envelope, asked, call, tookMs, keptAt }: AnswerProps) {
  const { credits_charged: charged, free_because: isOwn, request_id: id } = envelope.usage;
  // Of a priced tool, answers are kept; free of charge where they hold own data alone.
  const kept = charged > 0 || isOwn ? id : undefined;
  return (
    <AnswerContext value={{ ...around(tools, asked, envelope), resources: envelope.resources, kept }}>
      <Section title={questionText(asked) || tool.title} isUntitled>
        <Stack gap="md">
          <AnswerPanels
            {...{ tool, envelope, call, kept }}
            actions={
              <Group gap="xs" justify="flex-end">
                <Cost {...{ envelope, tookMs, keptAt }} />
                {kept ? <KeepAnswer tool={tool} asked={asked} requestId={kept} /> : null}
                <ExportAnswer envelope={envelope} />
              </Group>
            }
          />
          <NextActions envelope={envelope} tools={tools} />
        </Stack>
      </Section>
    </AnswerContext>
  );
}

/** An answer of another account, as it was given. */
export function GivenAnswer({ tool, tools, envelope, asked }: Omit<AnswerProps, 'call'>) {
  return (
    <AnswerContext value={around(tools, asked, envelope)}>
      <Section title={questionText(asked) || tool.title}>
        <AnswerPanels {...{ tool, envelope }} call={{ path: tool.path, body: asked }} />
      </Section>
    </AnswerContext>
  );
}

/** What an answer looks like, before anything is paid. */
export function ExampleAnswer({ tool, tools, envelope, asked, call }: AnswerProps) {
  return (
    <AnswerContext value={around(tools, asked, envelope)}>
      <Section
        title={`Example: ${questionText(asked) || tool.title}`}
        lead="From the sample market; lists are cut to two rows."
        actions={<Badge color="gray">Example, free</Badge>}
      >
        <AnswerPanels {...{ tool, call }} envelope={{ ...envelope, coverage: uncounted }} />
      </Section>
    </AnswerContext>
  );
}

/** An example's lists are cut, so what they are of says nothing. */
const uncounted = { returned: 0, total_available: null, truncated: false, as_of: null, scope_note: null };

/** For programs that read an answer; a person sees what is quoted. */
const forPrograms = 'untrusted_text';

function Warnings({ envelope }: Pick<AnswerProps, 'envelope'>) {
  const warnings = envelope.warnings.filter(({ code }) => code !== forPrograms);
  if (warnings.length === 0) return null;
  return (
    <div role="note" aria-label="Warnings" className={classes.warnings}>
      {warnings.map((warning) => (
        <p key={`${warning.code} ${warning.message}`}>{plainText(warning.message)}</p>
      ))}
    </div>
  );
}

interface AnswerPanelsProps extends Pick<AnswerProps, 'tool' | 'envelope' | 'call'> {
  /** The call under which the answer is kept. */
  readonly kept?: string | undefined;
  /** What it cost and what can be done with it, on the line of the tabs. */
  readonly actions?: ReactNode;
}

function AnswerPanels({ tool, envelope, call, kept, actions }: AnswerPanelsProps) {
  return (
    <Panels
      panels={[
        ['Table', () => <AnswerPicture tool={tool} envelope={envelope} />],
        ['JSON', () => <JsonView value={envelope} label="JSON answer" maxHeight="75vh" />],
        ['Code', () => <CopyAs {...call} />],
        ...(kept ? [['History', () => <History tool={tool.name} requestId={kept} />] as const] : []),
      ]}
      frame={(labels) => (
        <>
          <div className={classes.bar}>
            {labels}
            {actions}
          </div>
          <Warnings envelope={envelope} />
        </>
      )}
    />
  );
}

function AnswerPicture({ tool, envelope }: Pick<AnswerProps, 'tool' | 'envelope'>) {
  return (
    <Stack gap="md" miw={0}>
      <Deltas envelope={envelope} />
      <Picture tool={tool.name} data={isData(envelope.data) ? envelope.data : {}} />
      <Scope envelope={envelope} />
    </Stack>
  );
}

function Cost({ envelope: { usage }, tookMs, keptAt }: Pick<AnswerProps, 'envelope' | 'tookMs' | 'keptAt'>) {
  return (
    <Group gap="xs" justify="flex-end">
      <Badge color="glass" data-testid="charged">
        {usage.credits_charged === 0 ? 'Free' : credits(usage.credits_charged)}
      </Badge>
      {keptAt === undefined ? null : (
        <Badge color="gray" title={exactTime(keptAt)}>
          asked {ago(keptAt)}, free to open
        </Badge>
      )}
      {tookMs === undefined ? null : <Badge color="gray">{duration(tookMs)}</Badge>}
      {usage.cache_hit ? <Badge color="gray">from cache</Badge> : null}
    </Group>
  );
}

function Scope({ envelope }: Pick<AnswerProps, 'envelope'>) {
  const { returned, total_available, as_of, scope_note } = envelope.coverage;
  const parts = [
    total_available === null || total_available === returned
      ? undefined
      : `${number(returned)} of ${number(total_available)} rows`,
    as_of ? `Updated ${ago(as_of)}` : undefined,
    scope_note ? plainText(scope_note) : undefined,
  ].filter((part) => part !== undefined);
  return <Note>{parts.join(' · ')}</Note>;
}

/** What the cells of an answer know of it: the calls that can follow, in its own market, and what changed. */
function around(tools: readonly ToolEntry[], { location, language }: Arguments, { deltas }: Envelope) {
  const market = { ...(location !== undefined && { location }), ...(language !== undefined && { language }) };
  return { tools, market, resources: [], deltas };
}

/** The question as it stands, as code that asks it with a key. */
function CopyAs(call: ProgramCall) {
  const samples = codeSamples({ ...call, method: 'POST', needsKey: true, baseUrl: location.origin });
  const [language, setLanguage] = useState('Shell');
  const source = samples.find(({ lang }) => lang === language)?.source ?? '';
  const names = samples.map(({ lang, label }) => ({ value: lang, label: lang === 'Shell' ? label : lang }));
  return (
    <Stack gap="md">
      <div>
        <Segments data={names} value={language} onChange={setLanguage} aria-label="Language" />
      </div>
      <CodeBlock code={source} label={`${language} code`} />
    </Stack>
  );
}
