import { Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { dateTime, words } from '../format.ts';
import { Hint, Note } from '../parts/text.tsx';
import { readableAddress, readableDomain } from '../readable-domain.ts';
import { AskLink, Position, PositionChange } from './cells.tsx';
import { Panel } from './figures.tsx';
import classes from './listing-picture.module.css';
import { type Data, type DataProps, isData, num, rows, text, texts } from './read.ts';

/** A result listing as searchers see it, without the noise. */
export function ListingPicture({ data }: DataProps) {
  const { ai_overview: overview, featured_snippet: snippet } = data;
  const seen = text(data, 'fetched_at');
  return (
    <>
      <Group gap="xs">
        <Hint>{seen === '' ? 'When it was seen is unknown' : `Seen ${dateTime(seen)}`}</Hint>
        <Features of={texts(data, 'item_types_present')} />
      </Group>
      {isData(overview) ? (
        <Panel title="AI overview">
          <Text>{text(overview, 'text')}</Text>
          <Note mt={4}>
            {rows(overview, 'references')
              .map((reference) => readableDomain(text(reference, 'domain')))
              .join(' · ')}
          </Note>
        </Panel>
      ) : null}
      {isData(snippet) ? (
        <Panel title="Featured snippet">
          <Listing results={[{ ...snippet, snippet: text(snippet, 'text') }]} />
        </Panel>
      ) : null}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Stack gap="md">
          {['paid', 'organic']
            .filter((kind) => kind === 'organic' || rows(data, kind).length > 0)
            .map((kind) => (
              <Panel key={kind} title={`${words(kind)} results`}>
                <Listing results={rows(data, kind)} />
              </Panel>
            ))}
        </Stack>
        <Stack gap="md">
          <Queries title="People also ask" list={texts(data, 'people_also_ask')} />
          <Queries title="Related searches" list={texts(data, 'related_searches')} />
        </Stack>
      </SimpleGrid>
    </>
  );
}

/** What stands in a listing beside its organic results. */
export function Features({ of: types }: { readonly of: readonly string[] }) {
  return types
    .filter((type) => type !== 'organic')
    .map((type) => (
      <Badge key={type} color="gray">
        {words(type)}
      </Badge>
    ));
}

/** Results one below the other: position, address, title, snippet; those of the account's own sites stand out. */
export function Listing({ results }: { readonly results: readonly Data[] }) {
  const isOwn = useIsOwn();
  if (results.length === 0) return <Hint>No listing is known for this query yet.</Hint>;
  return (
    <ol className={classes.listing}>
      {results.map((result) => (
        <Result
          key={`${num(result, 'position')} ${text(result, 'url')}`}
          result={result}
          isOwn={isOwn(text(result, 'domain'))}
        />
      ))}
    </ol>
  );
}

/** Whether a domain is one of the account's own sites, or below one. */
export function useIsOwn(): (domain: string) => boolean {
  const { data: session } = useQuery(queries.session);
  const { data } = useQuery({ ...queries.imports, enabled: Boolean(session) && session?.role !== 'billing' });
  return (domain) => (data?.sites ?? []).some(({ site }) => domain === site || domain.endsWith(`.${site}`));
}

function Result({ result, isOwn }: { readonly result: Data; readonly isOwn: boolean }) {
  const [url, snippet, domain] = [text(result, 'url'), text(result, 'snippet'), text(result, 'domain')];
  return (
    <li className={classes.result} data-own={isOwn || undefined}>
      <Position value={num(result, 'position')} />
      <div className={classes.body}>
        <Note className={classes.address} title={url}>
          {isOwn ? <Badge size="xs">Your site</Badge> : null} <bdi>{breadcrumb(url)}</bdi>
        </Note>
        <div className={classes.title}>
          <AskLink kind="page" about={url}>
            {text(result, 'title') || readableDomain(domain)}
          </AskLink>{' '}
          <PositionChange of={url} />
        </div>
        {snippet ? <Hint lineClamp={2}>{snippet}</Hint> : null}
      </div>
    </li>
  );
}

/** `https://a.example/tea/green` → `a.example › tea › green`. */
function breadcrumb(url: string): string {
  return readableAddress(url)
    .replace(/^https?:\/\//u, '')
    .replace(/\/$/u, '')
    .replaceAll('/', ' › ');
}

/** Queries, each of which can be asked next. */
function Queries({ title, list }: { readonly title: string; readonly list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className={classes.texts}>
        {list.map((entry) => (
          <li key={entry}>
            <AskLink kind="query" about={entry}>
              {entry}
            </AskLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
