import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { pageHeads } from '../../page-heads.ts';
import { LoadingRows, Page } from '../../parts/page.tsx';
import { HomeList, HomeSites, latestCalls, SpendLine, useHomeLists } from './home-work.tsx';
import { OpenDataOffer } from './open-data-offer.tsx';

/** A person's sites first, then what happened, what is watched, what was found and what it cost. */
export function OverviewPage() {
  const { data: calls } = useQuery(queries.usagePage(latestCalls));
  const lists = useHomeLists();
  return (
    <Page {...pageHeads['']} isWide>
      {lists === undefined ? (
        <LoadingRows />
      ) : (
        // All at once, so that nothing is pushed down by what comes later.
        <>
          <HomeSites />
          {calls?.records.length === 0 ? <HomeList title="Other ways to start" rows={firstSteps} /> : null}
          {lists.map((list) => (
            <HomeList key={list.title} {...list} />
          ))}
          <SpendLine />
          <OpenDataOffer />
        </>
      )}
    </Page>
  );
}

/** What an account without a call can do first. */
const firstSteps = [
  { href: '/explorer/inspect_domain', name: 'Look up a domain', note: 'The example is free' },
  { href: '/connect', name: 'Connect an agent', note: 'Claude, ChatGPT, Cursor and others' },
  { href: '/keys#new', name: 'Create an API key', note: 'With a command to try it' },
].map((step) => ({ ...step, id: step.href, end: '' }));
