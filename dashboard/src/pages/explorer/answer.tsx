import { Alert, Badge, Group, Stack, Tabs, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Envelope, ToolEntry } from '../../api/schema.ts';
import { isData } from '../../charts/read.ts';
import { ago, credits, duration, number } from '../../format.ts';
import { JsonView } from '../../parts/json-view.tsx';
import { Section } from '../../parts/page.tsx';
import { LoadingBox } from '../../parts/states.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { plainText } from '../../plain-text.ts';
import classes from './answer.module.css';
import { Deltas, NextActions, Resources } from './follow-ups.tsx';

const Picture = lazy(async () => ({ default: (await import('../../charts/picture.tsx')).Picture }));

interface AnswerProps {
  readonly tool: ToolEntry;
  readonly tools: readonly ToolEntry[];
  readonly envelope: Envelope;
  readonly tookMs: number;
}

/** Windows from this width on show picture and JSON side by side. */
const roomyPixels = 1_440;

/** The answer: something to look at, the JSON beside it, and where to go from here. */
export function Answer({ tool, tools, envelope, tookMs }: AnswerProps) {
  const isRoomy = useWide(roomyPixels);
  return (
    <Section title="Answer" actions={<Cost envelope={envelope} tookMs={tookMs} />}>
      <Stack gap="md">
        {envelope.warnings.map((warning) => (
          <Alert key={`${warning.code} ${warning.message}`} color="yellow" p="sm">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {plainText(warning.message)}
            </Text>
          </Alert>
        ))}
        {isRoomy ? (
          <div className={classes.beside}>
            <AnswerPicture tool={tool} envelope={envelope} />
            <div className={classes.json}>
              <JsonView value={envelope} label="JSON answer" maxHeight="calc(100vh - 48px)" />
            </div>
          </div>
        ) : (
          <AnswerTabs tool={tool} envelope={envelope} />
        )}
        <Resources envelope={envelope} />
        <NextActions envelope={envelope} tools={tools} />
      </Stack>
    </Section>
  );
}

type PictureProps = Pick<AnswerProps, 'tool' | 'envelope'>;

function AnswerTabs({ tool, envelope }: PictureProps) {
  return (
    <Tabs defaultValue="picture" keepMounted={false}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="picture">Picture</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="picture">
        <AnswerPicture tool={tool} envelope={envelope} />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        <JsonView value={envelope} label="JSON answer" maxHeight={560} />
      </Tabs.Panel>
    </Tabs>
  );
}

function AnswerPicture({ tool, envelope }: PictureProps) {
  return (
    <Stack gap="lg" miw={0}>
      <Deltas envelope={envelope} />
      <Suspense fallback={<LoadingBox height={240} />}>
        <Picture
          tool={tool.name}
          data={isData(envelope.data) ? envelope.data : {}}
          deltas={envelope.deltas}
        />
      </Suspense>
      <Scope envelope={envelope} />
    </Stack>
  );
}

function Cost({ envelope, tookMs }: { readonly envelope: Envelope; readonly tookMs: number }) {
  const { usage } = envelope;
  return (
    <Group gap="xs" justify="flex-end">
      <Badge color="glass" data-testid="charged">
        {usage.credits_charged === 0 ? 'free' : credits(usage.credits_charged)}
      </Badge>
      <Badge color="gray">{duration(tookMs)}</Badge>
      {usage.cache_hit ? <Badge color="gray">from cache</Badge> : null}
    </Group>
  );
}

function Scope({ envelope }: { readonly envelope: Envelope }) {
  const { returned, total_available, as_of, scope_note } = envelope.coverage;
  const parts = [
    total_available === null ? undefined : `${number(returned)} of ${number(total_available)} rows`,
    as_of ? `as of ${ago(as_of)}` : undefined,
    scope_note ? plainText(scope_note) : undefined,
  ].filter((part) => part !== undefined);
  return (
    <Text size="xs" c="dimmed">
      {parts.join(' · ')}
    </Text>
  );
}
