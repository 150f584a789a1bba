import { Autocomplete, Badge, Group, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { dateTime, number, words } from '../format.ts';
import { Hint, Note } from '../parts/text.tsx';
import { readableAddress, readableDomain } from '../readable-domain.ts';
import { AskLink } from './ask-link.tsx';
import { Position } from './cells.tsx';
import { PositionChange } from './changes.tsx';
import { Panel } from './figures.tsx';
import classes from './listing-picture.module.css';
import { isOfMarked, storedMark, storeMark } from './marked-domain.ts';
import { type Data, isData, num, rows, text, texts } from './read.ts';
import { cutTitle, titlePixels, widthOf } from './title-width.ts';

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

/** Organic results as searchers see them on a desktop: titles cut where the listing cuts them, one domain marked. */
function SerpPreview({ results }: { readonly results: readonly Data[] }) {
  const [marked, setMarked] = useState(storedMark);
  const mark = (domain: string) => {
    setMarked(domain);
    storeMark(domain);
  };
  const domains = [...new Set(results.map((result) => text(result, 'domain')))];
  const own = results.find((result) => isOfMarked(text(result, 'domain'), marked));
  return (
    <>
      <Autocomplete
        label="Mark a domain"
        description={markText(marked, own, results.length)}
        placeholder="your-site.example"
        data={domains.filter((domain) => domain !== '')}
        value={marked}
        onChange={mark}
        maw={320}
        mb="md"
      />
      <Listing results={results} marked={marked} />
    </>
  );
}

function markText(marked: string, own: Data | undefined, count: number): string {
  if (marked.trim() === '') return 'Highlighted here and in the next listings.';
  if (own) return `At position ${number(num(own, 'position'))}.`;
  return `Not among these ${count} results.`;
}

interface ListingProps {
  readonly results: readonly Data[];
  /** Shown as on a desktop, with this domain marked: titles are cut where the listing cuts them. */
  readonly marked?: string;
}

/** Results one below the other: position, address, title, snippet. */
export function Listing({ results, marked }: ListingProps) {
  if (results.length === 0) return <Hint>No listing is known for this query yet.</Hint>;
  return (
    <ol className={classes.listing} data-preview={marked !== undefined || undefined}>
      {results.map((result) => (
        <Result key={`${num(result, 'position')} ${text(result, 'url')}`} {...{ result, marked }} />
      ))}
    </ol>
  );
}

function Result({ result, marked }: { readonly result: Data; readonly marked: string | undefined }) {
  const [url, snippet, domain] = [text(result, 'url'), text(result, 'snippet'), text(result, 'domain')];
  const title = text(result, 'title') || readableDomain(domain);
  const isMarked = marked !== undefined && isOfMarked(domain, marked);
  const width = marked === undefined ? 0 : Math.round(widthOf(title));
  return (
    <li className={classes.result} data-marked={isMarked || undefined}>
      <Position value={num(result, 'position')} />
      <div className={classes.body}>
        <Note className={classes.address} title={url}>
          {isMarked ? <Badge size="xs">Marked</Badge> : null} <bdi>{breadcrumb(url)}</bdi>
        </Note>
        <div className={classes.title} title={title}>
          <AskLink kind="page" about={url}>
            {marked === undefined ? title : cutTitle(title)}
          </AskLink>{' '}
          <PositionChange of={url} />
        </div>
        {snippet ? <Hint lineClamp={2}>{snippet}</Hint> : null}
        {width > titlePixels ? (
          <Note>
            Title cut: {width} of {titlePixels} pixels
          </Note>
        ) : null}
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
