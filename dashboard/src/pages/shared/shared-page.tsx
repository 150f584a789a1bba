import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../api/problem.ts';
import { queries } from '../../api/queries.ts';
import type { Envelope, ToolEntry } from '../../api/schema.ts';
import { type SharedAnswer, workspaceQueries } from '../../api/workspace.ts';
import { askedText } from '../../asked-text.ts';
import { explorerLink } from '../../explorer-link.ts';
import { date, dateTime } from '../../format.ts';
import { pageHeads } from '../../page-heads.ts';
import { later } from '../../parts/later.tsx';
import { ErrorState, LoadingBox, Page } from '../../parts/page.tsx';
import { LinkButton } from '../../parts/text.tsx';
import { GivenAnswer } from '../explorer/answer.tsx';

const SiteReport = later(async () => (await import('../sites/site-report.tsx')).SiteReport, 420);

/** One answer or the report of a site, for anybody who has its link. */
export function SharedPage() {
  const token = location.hash.slice(1);
  const capabilities = useQuery(queries.capabilities);
  const { data, error, refetch } = useQuery(workspaceQueries.shared(token));
  const tool = capabilities.data?.data.tools.find(({ name }) => name === data?.tool);
  if (data?.report) return <SiteReport shared={data} report={data.report} />;
  if (data?.envelope && tool && capabilities.data)
    return <Shared shared={data} envelope={data.envelope} tool={tool} tools={capabilities.data.data.tools} />;
  const isNone = error instanceof Problem && error.status < 500;
  return (
    <Page {...pageHeads.shared} isWide>
      {isNone ? (
        <Alert color="gray" maw={760}>
          This link does not work: it has expired, was withdrawn, or is incomplete. Ask the person who sent it
          for a new one.
        </Alert>
      ) : null}
      {isNone ? null : <ErrorState error={error} retry={() => refetch()} />}
      {error ? null : <LoadingBox height={320} />}
    </Page>
  );
}

interface SharedProps {
  readonly shared: SharedAnswer;
  readonly envelope: Envelope;
  readonly tool: ToolEntry;
  readonly tools: readonly ToolEntry[];
}

function Shared({ shared, envelope, tool, tools }: SharedProps) {
  const { asked, createdAt, expiresAt } = shared;
  const about = askedText(JSON.stringify(asked));
  return (
    <Page
      title={about ? `${tool.title}: ${about}` : tool.title}
      lead={`A shared answer, asked on ${dateTime(createdAt)}. The link expires on ${date(expiresAt)}.`}
      isWide
      actions={
        <LinkButton href={explorerLink(tool.name, asked)} variant="light">
          Ask this yourself
        </LinkButton>
      }
    >
      <GivenAnswer tool={tool} tools={tools} envelope={envelope} asked={asked} />
    </Page>
  );
}
