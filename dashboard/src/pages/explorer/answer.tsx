import { Alert, Badge, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Envelope, ToolEntry } from '../../api/schema.ts';
import { ago, credits, duration, number } from '../../format.ts';
import { CodeBlock } from '../../parts/code.tsx';
import { Section } from '../../parts/page.tsx';
import { isData } from '../../pictures/read.ts';
import { CopyAs } from './copy-as.tsx';
import { Deltas, NextActions, Resources } from './follow-ups.tsx';

const Picture = lazy(async () => ({ default: (await import('../../pictures/picture.tsx')).Picture }));

interface AnswerProps {
  readonly tool: ToolEntry;
  readonly tools: readonly ToolEntry[];
  readonly envelope: Envelope;
  readonly body: Readonly<Record<string, unknown>>;
  readonly tookMs: number;
}

/** The answer: something to look at, the JSON beside it, and the call as code. */
export function Answer({ tool, tools, envelope, body, tookMs }: AnswerProps) {
  return (
    <Section title="Answer" actions={<Cost envelope={envelope} tookMs={tookMs} />}>
      <Stack gap="md">
        {envelope.warnings.map((warning) => (
          <Alert key={`${warning.code} ${warning.message}`} color="yellow" p="sm">
            <Text size="sm">{warning.message}</Text>
          </Alert>
        ))}
        <Tabs defaultValue="picture" keepMounted={false}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="picture">Picture</Tabs.Tab>
            <Tabs.Tab value="json">JSON</Tabs.Tab>
            <Tabs.Tab value="code">Copy as code</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="picture">
            <Stack gap="lg">
              <Deltas envelope={envelope} />
              <Suspense fallback={<Skeleton h={240} />}>
                <Picture tool={tool.name} data={isData(envelope.data) ? envelope.data : {}} />
              </Suspense>
              <Scope envelope={envelope} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="json">
            <CodeBlock code={JSON.stringify(envelope, null, 2)} label="JSON answer" maxHeight={560} />
          </Tabs.Panel>
          <Tabs.Panel value="code">
            <CopyAs path={tool.path} body={body} />
          </Tabs.Panel>
        </Tabs>
        <Resources envelope={envelope} />
        <NextActions envelope={envelope} tools={tools} />
      </Stack>
    </Section>
  );
}

function Cost({ envelope, tookMs }: { readonly envelope: Envelope; readonly tookMs: number }) {
  const { usage } = envelope;
  return (
    <Group gap="xs" justify="flex-end">
      <Badge color="glass" data-testid="charged">
        {credits(usage.credits_charged)}
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
    scope_note ?? undefined,
  ].filter((part) => part !== undefined);
  return (
    <Text size="xs" c="dimmed">
      {parts.join(' · ')}
    </Text>
  );
}
