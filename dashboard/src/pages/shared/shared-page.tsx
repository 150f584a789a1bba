import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../api/problem.ts';
import { queries } from '../../api/queries.ts';
import { workspaceQueries } from '../../api/workspace.ts';
import { questionText } from '../../asked-text.ts';
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
  const { data: capabilities } = useQuery(queries.capabilities);
  const { data: shared, error, refetch } = useQuery(workspaceQueries.shared(token));
  const tools = capabilities?.data.tools ?? [];
  const tool = tools.find(({ name }) => name === shared?.tool);
  if (shared?.report) return <SiteReport shared={shared} report={shared.report} />;
  if (shared?.envelope && tool) {
    const { asked, envelope, createdAt, expiresAt } = shared;
    const about = questionText(asked);
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
        <GivenAnswer {...{ tool, tools, envelope, asked }} />
      </Page>
    );
  }
  return (
    <Page {...pageHeads.shared} isWide>
      {error instanceof Problem && error.status < 500 ? (
        <Alert color="gray" maw={760}>
          This link does not work: it has expired, was withdrawn, or is incomplete. Ask the person who sent it
          for a new one.
        </Alert>
      ) : (
        <ErrorState error={error} retry={() => refetch()} />
      )}
      {error ? null : <LoadingBox height={320} />}
    </Page>
  );
}
