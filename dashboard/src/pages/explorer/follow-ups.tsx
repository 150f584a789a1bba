import { Anchor, Badge, Group, SimpleGrid, Text } from '@mantine/core';
import type { Envelope, ToolEntry } from '../../api/schema.ts';
import { credits, number, unknown, words } from '../../format.ts';
import { ArrowIcon, DownloadIcon } from '../../parts/icons.tsx';
import { Link } from '../../router.tsx';
import classes from './follow-ups.module.css';

interface EnvelopeProps {
  readonly envelope: Envelope;
}

/** What changed since this account asked the same before. */
export function Deltas({ envelope }: EnvelopeProps) {
  if (envelope.deltas.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        Since your last look
      </Text>
      {envelope.deltas.slice(0, 8).map((delta) => (
        <Badge key={`${delta.subject.id} ${delta.field}`} color="indigo" miw={0}>
          {words(delta.field)}: {valueText(delta.previous)} → {valueText(delta.current)}
        </Badge>
      ))}
    </Group>
  );
}

function valueText(value: string | number | boolean | null): string {
  return typeof value === 'number' ? number(value) : String(value ?? unknown);
}

/** The whole lists behind shortened ones. */
export function Resources({ envelope }: EnvelopeProps) {
  if (envelope.resources.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb="xs">
        Complete lists
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xs">
        {envelope.resources.map((resource) => (
          <Link
            key={resource.uri}
            href={toolLink('export_dataset', { uri: resource.uri })}
            className={classes.follow}
          >
            <DownloadIcon size={16} />
            <span>
              <Text size="sm" fw={550} span>
                {resource.description}
              </Text>
              <Text size="xs" c="dimmed" component="span" display="block">
                {number(resource.rows)} rows, free
              </Text>
            </span>
          </Link>
        ))}
      </SimpleGrid>
    </div>
  );
}

interface NextActionsProps extends EnvelopeProps {
  readonly tools: readonly ToolEntry[];
}

/** Calls that follow from this answer, filled in. */
export function NextActions({ envelope, tools }: NextActionsProps) {
  const actions = envelope.next_actions.filter(({ tool }) => tools.some(({ name }) => name === tool));
  if (actions.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb="xs">
        Go on from here
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xs">
        {actions.map((action) => (
          <Link
            key={`${action.tool} ${JSON.stringify(action.args)}`}
            href={toolLink(action.tool, action.args)}
            className={classes.follow}
          >
            <ArrowIcon size={16} />
            <span>
              <Text size="sm" fw={550} span>
                {tools.find(({ name }) => name === action.tool)?.title}
                <Text size="xs" c="dimmed" fw={400} span>
                  {' '}
                  {credits(action.credits)}
                </Text>
              </Text>
              <Text size="xs" c="dimmed" component="span" display="block">
                {action.use_when}
              </Text>
            </span>
          </Link>
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="xs">
        Agents get the same suggestions. <Anchor href="/docs">How answers are built</Anchor>
      </Text>
    </div>
  );
}

function toolLink(tool: string, args: Readonly<Record<string, unknown>>): string {
  return `/explorer/${tool}?${new URLSearchParams({ args: JSON.stringify(args) })}`;
}
