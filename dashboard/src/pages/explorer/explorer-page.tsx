import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { credits } from '../../format.ts';
import { pageHeads } from '../../page-heads.ts';
import { Choice } from '../../parts/choice.tsx';
import { Page } from '../../parts/page.tsx';
import { LoadingBox, LoadingRows, QueryState } from '../../parts/states.tsx';
import { Link, navigate } from '../../router.tsx';
import classes from './explorer-page.module.css';
import { ToolPanel } from './tool-panel.tsx';

interface ExplorerPageProps {
  readonly tool: string | undefined;
  readonly requestId: string | undefined;
}

/** Every tool as a question, and its answer as something to look at. */
export function ExplorerPage({ tool: name, requestId }: ExplorerPageProps) {
  const capabilities = useQuery(queries.capabilities);
  return (
    <Page {...pageHeads.explorer} isWide>
      <QueryState query={capabilities} loading={<LoadingExplorer />}>
        {({ data }) => <Explorer tools={data.tools} name={name} requestId={requestId} />}
      </QueryState>
    </Page>
  );
}

function LoadingExplorer() {
  return (
    <>
      <LoadingRows rows={2} height={32} />
      <LoadingBox height={320} />
    </>
  );
}

interface ExplorerProps {
  readonly tools: readonly ToolEntry[];
  readonly name: string | undefined;
  readonly requestId: string | undefined;
}

function Explorer({ tools, name, requestId }: ExplorerProps) {
  const current = tools.find((tool) => tool.name === name) ?? tools[0];
  if (!current) return null;
  return (
    <>
      <ToolList tools={tools} current={current} />
      <ToolPanel key={current.name} tool={current} tools={tools} requestId={requestId} />
    </>
  );
}

interface ToolListProps {
  readonly tools: readonly ToolEntry[];
  readonly current: ToolEntry;
}

function ToolList({ tools, current }: ToolListProps) {
  return (
    <div>
      <Choice
        hiddenFrom="md"
        label="Tool"
        data={tools.map((tool) => ({ value: tool.name, label: `${tool.title} · ${credits(tool.credits)}` }))}
        value={current.name}
        onChange={(name) => name && navigate(`/explorer/${name}`)}
      />
      <nav className={classes.tools} aria-label="Tools">
        {tools.map((tool) => (
          <Link
            key={tool.name}
            href={`/explorer/${tool.name}`}
            aria-current={tool.name === current.name ? 'page' : undefined}
            className={classes.tool}
            title={`${tool.title}, ${credits(tool.credits)}`}
          >
            {tool.title}
            <Text span size="xs" c="dimmed" className="numeric" aria-hidden="true">
              {tool.credits}
            </Text>
          </Link>
        ))}
      </nav>
    </div>
  );
}
