import { Autocomplete, Badge } from '@mantine/core';
import { useState } from 'react';
import { number } from '../format.ts';
import { Hint, Note } from '../parts/text.tsx';
import { readableAddress, readableDomain } from '../readable-domain.ts';
import { AskLink } from './ask-link.tsx';
import { Position } from './cells.tsx';
import { PositionChange } from './changes.tsx';
import { Nothing } from './figures.tsx';
import { isOfMarked, storedMark, storeMark } from './marked-domain.ts';
import { type Data, num, text } from './read.ts';
import classes from './serp-preview.module.css';
import { cutTitle, titlePixels, widthOf } from './title-width.ts';

/** Organic results as searchers see them on a desktop: titles cut where the listing cuts them, one domain marked. */
export function SerpPreview({ results }: { readonly results: readonly Data[] }) {
  const [marked, setMarked] = useState(storedMark);
  if (results.length === 0) return <Nothing>No listing is known for this query yet.</Nothing>;
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
      <ol className={classes.listing}>
        {results.map((result) => (
          <Result
            key={`${num(result, 'position')} ${text(result, 'url')}`}
            result={result}
            isMarked={isOfMarked(text(result, 'domain'), marked)}
          />
        ))}
      </ol>
    </>
  );
}

function markText(marked: string, own: Data | undefined, count: number): string {
  if (marked.trim() === '') return 'Highlighted here and in the next listings.';
  if (own) return `At position ${number(num(own, 'position'))}.`;
  return `Not among these ${count} results.`;
}

interface ResultProps {
  readonly result: Data;
  readonly isMarked: boolean;
}

function Result({ result, isMarked }: ResultProps) {
  const title = text(result, 'title') || readableDomain(text(result, 'domain'));
  const url = text(result, 'url');
  const snippet = text(result, 'snippet');
  return (
    <li className={classes.result} data-marked={isMarked || undefined}>
      <Position value={num(result, 'position')} />
      <div className={classes.body}>
        <Note className={classes.address} title={url}>
          {isMarked ? <Badge size="xs">Marked</Badge> : null} <bdi>{breadcrumb(url)}</bdi>
        </Note>
        <div className={classes.title} title={title}>
          <AskLink kind="page" about={url}>
            {cutTitle(title)}
          </AskLink>{' '}
          <PositionChange of={url} />
        </div>
        {snippet ? <Hint lineClamp={2}>{snippet}</Hint> : null}
        <TitleWidth title={title} />
      </div>
    </li>
  );
}

/** Says of a cut title how much too long it is; one that fits needs no words. */
function TitleWidth({ title }: { readonly title: string }) {
  const width = Math.round(widthOf(title));
  if (width <= titlePixels) return null;
  return (
    <Note>
      Title cut: {width} of {titlePixels} pixels
    </Note>
  );
}

/** `https://a.example/tea/green` → `a.example › tea › green`. */
function breadcrumb(url: string): string {
  return readableAddress(url)
    .replace(/^https?:\/\//u, '')
    .replace(/\/$/u, '')
    .replaceAll('/', ' › ');
}
