import { Badge, NavLink, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { credits } from '../../format.ts';
import { Page } from '../../parts/page.tsx';
import { LoadingBox, LoadingRows, QueryState } from '../../parts/states.tsx';
import { Link, navigate, useLocation } from '../../router.tsx';
import classes from './explorer-page.module.css';
import { ToolPanel } from './tool-panel.tsx';

interface ExplorerPageProps {
  readonly tool: string | undefined;
}

/** Every tool as a form, and its answer as something to look at. */
export function ExplorerPage({ tool: name }: ExplorerPageProps) {
  const capabilities = useQuery(queries.capabilities);
  return (
    <Page
      title="Explorer"
      isWide
      lead="Real calls on your account, with the price before each. What you see here is what your program gets."
    >
      <QueryState query={capabilities} loading={<LoadingExplorer />}>
        {({ data }) => <Explorer tools={data.tools} name={name} />}
      </QueryState>
    </Page>
  );
}

function LoadingExplorer() {
  return (
    <div className={classes.explorer}>
      <LoadingRows rows={10} height={24} />
      <LoadingBox height={320} />
    </div>
  );
}

interface ExplorerProps {
  readonly tools: readonly ToolEntry[];
  readonly name: string | undefined;
}

function Explorer({ tools, name }: ExplorerProps) {
  const { query } = useLocation();
  const current = tools.find((tool) => tool.name === name) ?? tools[0];
  if (!current) return null;
  return (
    <div className={classes.explorer}>
      <ToolList tools={tools} current={current} />
      <ToolPanel key={`${current.name} ${query.get('args')}`} tool={current} tools={tools} />
    </div>
  );
}

interface ToolListProps {
  readonly tools: readonly ToolEntry[];
  readonly current: ToolEntry;
}

function ToolList({ tools, current }: ToolListProps) {
  return (
    <div>
      <Select
        hiddenFrom="md"
        label="Tool"
        data={tools.map((tool) => ({ value: tool.name, label: `${tool.title} · ${credits(tool.credits)}` }))}
        value={current.name}
        onChange={(name) => name && navigate(`/explorer/${name}`)}
      />
      <Stack component="nav" gap={2} visibleFrom="md" aria-label="Tools">
        {tools.map((tool) => (
          <NavLink
            key={tool.name}
            component={Link}
            href={`/explorer/${tool.name}`}
            active={tool.name === current.name}
            aria-current={tool.name === current.name ? 'page' : undefined}
            className={classes.tool}
            label={
              <Text size="sm" component="span">
                {tool.title}
              </Text>
            }
            rightSection={
              <Badge color="gray" size="sm" className="numeric" aria-label={credits(tool.credits)}>
                {tool.credits}
              </Badge>
            }
          />
        ))}
        <Text size="xs" c="dimmed" px={10} pt="xs">
          Numbers are credits a call.
        </Text>
      </Stack>
    </div>
  );
}
