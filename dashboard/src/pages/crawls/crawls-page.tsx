import { Button, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { beginCrawl, crawlQueries } from '../../api/crawls.ts';
import { pageHeads } from '../../page-heads.ts';
import { Page, Section } from '../../parts/page.tsx';
import { EmptyState, ErrorState, QueryState } from '../../parts/states.tsx';
import { useLocation } from '../../router.tsx';
import { CrawlPanel } from './crawl-panel.tsx';

/** Crawls of whole sites: those that run, and what the others found. */
export function CrawlsPage({ id }: { readonly id: string | undefined }) {
  const crawls = useQuery(crawlQueries.crawls);
  return (
    <Page {...pageHeads.crawls}>
      <BeginCrawl />
      <QueryState query={crawls}>
        {(all) => {
          const shown = id === undefined ? all : all.filter((crawl) => crawl.id === id);
          return shown.length === 0 ? (
            <EmptyState title="No site was crawled yet">
              Name a site: every page is read and judged, and what was not used of the credits comes back.
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
  const client = useQueryClient();
  const { query } = useLocation();
  const [domain, setDomain] = useState(query.get('domain') ?? '');
  const [pages, setPages] = useState<number | string>(500);
  const begin = useMutation({
    mutationFn: () => beginCrawl(domain, Number(pages)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['crawls'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin.mutate();
  };
  const price = 5 * Math.ceil((Number(pages) || 0) / 100);
  return (
    <Section title="Crawl a site">
      <form onSubmit={submit}>
        <Stack gap="sm" maw={420}>
          <TextInput
            label="Site"
            placeholder="shop.example"
            required
            value={domain}
            onChange={(event) => setDomain(event.currentTarget.value)}
          />
          <NumberInput
            label="Pages at most"
            min={1}
            max={10_000}
            required
            value={pages}
            onChange={setPages}
          />
          <Text size="sm" c="dimmed">
            Costs at most {price} credits, 5 for each hundred pages. What is not read comes back at the end.
          </Text>
          {begin.error ? <ErrorState error={begin.error} /> : null}
          <Button type="submit" loading={begin.isPending}>
            Start the crawl
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
