import { Badge, Group, SimpleGrid, Text } from '@mantine/core';
import { dateTime, words } from '../format.ts';
import { Hint, Note } from '../parts/text.tsx';
import { readableAddress, readableDomain } from '../readable-domain.ts';
import { AskLink } from './ask-link.tsx';
import { Position } from './cells.tsx';
import { PositionChange } from './changes.tsx';
import { Nothing, Panel } from './figures.tsx';
import classes from './listing-picture.module.css';
import { type Data, isData, num, rows, text, texts } from './read.ts';
import { SerpPreview } from './serp-preview.tsx';

/** A result listing as searchers see it, without the noise. */
export function ListingPicture({ data }: { readonly data: Data }) {
  return (
    <>
      <Group gap="xs">
        <Hint>Seen {dateTime(text(data, 'fetched_at'))}</Hint>
        {texts(data, 'item_types_present').map((type) => (
          <Badge key={type} color="gray">
            {words(type)}
          </Badge>
        ))}
      </Group>
      <SpecialResults data={data} />
      <Panel title="Organic results">
        <SerpPreview results={rows(data, 'organic')} />
      </Panel>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Queries title="People also ask" list={texts(data, 'people_also_ask')} />
        <Queries title="Related searches" list={texts(data, 'related_searches')} />
      </SimpleGrid>
    </>
  );
}

function SpecialResults({ data }: { readonly data: Data }) {
  const { ai_overview: overview, featured_snippet: snippet } = data;
  const paid = rows(data, 'paid');
  return (
    <>
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
      {paid.length > 0 ? (
        <Panel title="Paid results">
          <Listing results={paid} />
        </Panel>
      ) : null}
    </>
  );
}

/** Results one below the other: position, title, address, snippet. */
export function Listing({ results }: { readonly results: readonly Data[] }) {
  if (results.length === 0) return <Nothing>No listing is known for this query yet.</Nothing>;
  return (
    <ol className={classes.listing}>
      {results.map((result) => (
        <li key={`${num(result, 'position')} ${text(result, 'url')}`} className={classes.result}>
          <Position value={num(result, 'position')} />
          <div className={classes.body}>
            <Note className={classes.address} title={text(result, 'url')}>
              <bdi>{readableAddress(text(result, 'url')).replace(/^https?:\/\//u, '')}</bdi>
            </Note>
            <Text fw={550} className={classes.title}>
              <AskLink kind="page" about={text(result, 'url')}>
                {text(result, 'title') || readableDomain(text(result, 'domain'))}
              </AskLink>{' '}
              <PositionChange of={text(result, 'url')} />
            </Text>
            {text(result, 'snippet') ? <Hint lineClamp={2}>{text(result, 'snippet')}</Hint> : null}
          </div>
        </li>
      ))}
    </ol>
  );
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
