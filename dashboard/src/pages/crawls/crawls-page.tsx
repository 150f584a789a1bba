import { Group, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api, callTool } from '../../api/client.ts';
import { useRefresh } from '../../api/use-change.ts';
import type { Place } from '../../load-page.ts';
import { pageHeads } from '../../page-heads.ts';
import { Form, NumberField, typed } from '../../parts/form.tsx';
import { EmptyState, Page, QueryState, Section } from '../../parts/page.tsx';
import { Hint } from '../../parts/text.tsx';
import { useLocation } from '../../router.tsx';
import { CrawlPanel } from './crawl-panel.tsx';

const refreshMs = 5_000;

/** Newest first; asked again as long as one is not over. */
const allCrawls = queryOptions({
  queryKey: ['crawls'],
  queryFn: () => answered(api.GET('/v1/me/crawls')),
  refetchInterval: ({ state }) => (state.data?.some(({ ended_at }) => ended_at === null) ? refreshMs : false),
});

/** Crawls of whole sites: those that run, and what the others found. */
export function CrawlsPage({ detail: id }: Place) {
  return (
    <Page {...pageHeads.crawls} isWide>
      <BeginCrawl />
      <QueryState query={useQuery(allCrawls)}>
        {(all) => {
          const shown = id === undefined ? all : all.filter((crawl) => crawl.id === id);
          return shown.length === 0 ? (
            <EmptyState title="No site has been crawled yet">
              Name a site. Every page is read and checked, and unused credits are returned.
            </EmptyState>
          ) : (
            shown.map((crawl) => <CrawlPanel key={crawl.id} crawl={crawl} />)
          );
        }}
      </QueryState>
    </Page>
  );
}

function BeginCrawl() {
  const refresh = useRefresh('crawls');
  const { query } = useLocation();
  const [domain, setDomain] = useState(query.get('domain') ?? '');
  const [pages, setPages] = useState<number | ''>(500);
  const price = 5 * Math.ceil((Number(pages) || 0) / 100);
  const begin = () => {
    const asked = { domain, max_pages: Number(pages) };
    return callTool('/v1/tools/crawl_site', asked, crypto.randomUUID(), AbortSignal.timeout(60_000));
  };
  return (
    <Section title="Crawl a site">
      <Form action="Start the crawl" onSend={() => begin().then(refresh)}>
        <Group gap="sm" align="end">
          <TextInput label="Site" placeholder="shop.example" required {...typed(domain, setDomain)} />
          <NumberField label="Page limit" min={1} max={10_000} required value={pages} onChange={setPages} />
        </Group>
        <Hint>
          Costs at most {price} credits: 5 for every hundred pages. Credits for pages that are not read are
          returned at the end.
        </Hint>
      </Form>
    </Section>
  );
}
