import { Badge, Group, Stack } from '@mantine/core';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { codeSamples } from '#shared/contract/code-samples.ts';
import type { Envelope, ToolEntry } from '../../api/schema.ts';
import { questionText } from '../../asked-text.ts';
import { AnswerContext } from '../../charts/answer-context.tsx';
import { Picture } from '../../charts/picture.tsx';
import { isData } from '../../charts/read.ts';
import { ago, credits, duration, exactTime, number } from '../../format.ts';
import { Chips } from '../../parts/chips.tsx';
import { CodeBlock } from '../../parts/code.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { later } from '../../parts/later.tsx';
import { LoadingBox, Section } from '../../parts/page.tsx';
import { Panels } from '../../parts/panels.tsx';
import { Note } from '../../parts/text.tsx';
import { plainText } from '../../plain-text.ts';
import classes from './answer.module.css';
import { ExportAnswer, KeepAnswer } from './answer-actions.tsx';
import { Deltas, NextActions } from './follow-ups.tsx';
import type { Arguments } from './form-values.ts';

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
export function Answer({ tookMs, keptAt, ...shown }: AnswerProps) {
  const { tool, tools, envelope, asked } = shown;
  const { credits_charged: charged, free_because: isOwn, request_id: id } = envelope.usage;
  // Of a priced tool, answers are kept; free of charge where they hold own data alone.
  const kept = charged > 0 || isOwn ? id : undefined;
  const actions = (
    <Group gap="xs" justify="flex-end">
      <Cost {...{ envelope, tookMs, keptAt }} />
      {kept ? <KeepAnswer tool={tool} asked={asked} requestId={kept} /> : null}
      <ExportAnswer envelope={envelope} />
    </Group>
  );
  return (
    <Framed {...{ ...shown, kept, actions }} isUntitled>
      <NextActions envelope={envelope} tools={tools} />
    </Framed>
  );
}

/** An answer of another account, as it was given. */
export function GivenAnswer(shown: Omit<AnswerProps, 'call'>) {
  return <Framed {...shown} call={{ path: shown.tool.path, body: shown.asked }} />;
}

/** What an answer looks like, before anything is paid. */
export function ExampleAnswer({ envelope, ...shown }: AnswerProps) {
  return (
    <Framed
      {...shown}
      // Its lists are cut, so what they are of says nothing.
      envelope={{ ...envelope, resources: [], coverage: uncounted }}
      about="Example: "
      lead="From the sample market; lists are cut to two rows."
      badge={<Badge color="gray">Example, free</Badge>}
    />
  );
}

const uncounted = { returned: 0, total_available: null, truncated: false, as_of: null, scope_note: null };

interface FramedProps extends AnswerProps {
  /** The call under which the answer is kept. */
  readonly kept?: string | undefined;
  /** What it cost and what can be done with it, on the line of the tabs. */
  readonly actions?: ReactNode;
  /** Stands before the question. */
  readonly about?: string;
  readonly lead?: string;
  readonly badge?: ReactNode;
  readonly isUntitled?: boolean;
  readonly children?: ReactNode;
}

/** An answer under its question. What its cells know of it: the calls that can follow, in its own market, and what changed. */
function Framed(props: FramedProps) {
  const { tool, tools, envelope, asked, call, kept, actions, about = '', badge, children, ...head } = props;
  const { resources, deltas } = envelope;
  const { location, language } = asked;
  const market = { ...(location !== undefined && { location }), ...(language !== undefined && { language }) };
  return (
    <AnswerContext value={{ tools, market, resources, deltas, kept }}>
      <Section {...head} title={`${about}${questionText(asked) || tool.title}`} actions={badge}>
        <Stack gap="md">
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
          {children}
        </Stack>
      </Section>
    </AnswerContext>
  );
}

/** For programs that read an answer; a person sees what is quoted. */
const forPrograms = 'untrusted_text';

function Warnings({ envelope }: Pick<AnswerProps, 'envelope'>) {
  const warnings = envelope.warnings.filter(({ code }) => code !== forPrograms);
  if (warnings.length === 0) return null;
  return (
    <div role="note" aria-label="Warnings" className={classes.warnings}>
      {warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`}>{plainText(message)}</p>
      ))}
    </div>
  );
}

function AnswerPicture({ tool, envelope }: Pick<AnswerProps, 'tool' | 'envelope'>) {
  const { returned, total_available: total, as_of, scope_note: note } = envelope.coverage;
  // Words first: what is drawn takes a slow phone a quarter of a second.
  const isDrawn = useDeferredValue(true, false);
  const scope = [
    total !== null && total !== returned && `${number(returned)} of ${number(total)} rows`,
    as_of && `Updated ${ago(as_of)}`,
    note && plainText(note),
  ];
  return (
    <Stack gap="md" miw={0}>
      <Deltas deltas={envelope.deltas} />
      {isDrawn ? (
        <Picture tool={tool.name} data={isData(envelope.data) ? envelope.data : {}} />
      ) : (
        <LoadingBox height={900} />
      )}
      <Note>{scope.filter(Boolean).join(' · ')}</Note>
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

/** The question as it stands, as code that asks it with a key. */
function CopyAs(call: ProgramCall) {
  const samples = codeSamples({ ...call, method: 'POST', needsKey: true, baseUrl: location.origin });
  const [language, setLanguage] = useState('Shell');
  const source = samples.find(({ lang }) => lang === language)?.source ?? '';
  const names = samples.map(({ lang, label }) => ({ value: lang, label: lang === 'Shell' ? label : lang }));
  return (
    <Stack gap="md">
      <Chips label="Language" choices={names} value={language} onChange={setLanguage} />
      <CodeBlock code={source} label={`${language} code`} />
    </Stack>
  );
}
