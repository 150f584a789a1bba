import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { ToolEntry } from '../../api/schema.ts';
import type { Place } from '../../load-page.ts';
import { LoadingBox, LoadingRows, Page, QueryState } from '../../parts/page.tsx';
import { toolSubjects } from '../../tool-subjects.ts';
import { ToolPanel } from './tool-panel.tsx';

/** Every tool as a question, and its answer as something to look at. */
export function ExplorerPage({ detail: tool = 'inspect_domain', item: requestId }: Place) {
  const capabilities = useQuery(queries.capabilities);
  const current = currentTool(capabilities.data?.data.tools ?? [], tool);
  return (
    <Page title={toolSubjects[current?.name ?? tool] ?? current?.title ?? 'Research'} isWide isUntitled>
      <QueryState query={capabilities} loading={<LoadingExplorer />}>
        {({ data }) =>
          current ? (
            <ToolPanel key={current.name} tool={current} tools={data.tools} requestId={requestId} />
          ) : null
        }
      </QueryState>
    </Page>
  );
}

function LoadingExplorer() {
  return (
    <>
      <LoadingRows rows={1} height={56} />
      <LoadingBox height={320} />
    </>
  );
}

function currentTool(tools: readonly ToolEntry[], name: string): ToolEntry | undefined {
  return tools.find((tool) => tool.name === name) ?? tools[0];
}
