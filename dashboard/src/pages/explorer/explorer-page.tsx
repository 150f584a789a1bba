import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { Place } from '../../load-page.ts';
import { LoadingBox, Page, QueryState } from '../../parts/page.tsx';
import { toolSubjects } from '../../tool-subjects.ts';
import { ToolPanel } from './tool-panel.tsx';

const loading = (
  <>
    <LoadingBox height={56} />
    <LoadingBox height={320} />
  </>
);

/** Every tool as a question, and its answer as something to look at. */
export function ExplorerPage({ detail: name = 'inspect_domain', item: requestId }: Place) {
  const capabilities = useQuery(queries.capabilities);
  const { tools = [] } = capabilities.data?.data ?? {};
  const tool = tools.find((one) => one.name === name) ?? tools[0];
  return (
    <Page title={toolSubjects[tool?.name ?? name] ?? tool?.title ?? 'Research'} isWide isUntitled>
      <QueryState query={capabilities} loading={loading}>
        {() => tool && <ToolPanel key={tool.name} {...{ tool, tools, requestId }} />}
      </QueryState>
    </Page>
  );
}
