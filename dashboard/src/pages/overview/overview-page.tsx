import { pageHeads } from '../../page-heads.ts';
import { LoadingRows, Page } from '../../parts/page.tsx';
import {
  Audits,
  HomeSites,
  LatestCalls,
  LatestEvents,
  SpendLine,
  Tracked,
  useHasLists,
} from './home-work.tsx';
import { NextSteps, useNextSteps } from './next-steps.tsx';
import { OpenDataOffer } from './open-data-offer.tsx';

const shownDays = 30;
const dayMs = 86_400_000;

/** A person's sites first, then what is watched, what was found and what it cost. */
export function OverviewPage() {
  const steps = useNextSteps();
  const hasLists = useHasLists();
  return (
    <Page {...pageHeads['']} isWide>
      {steps === undefined || !hasLists ? (
        <LoadingRows />
      ) : (
        // All at once, so that nothing is pushed down by what comes later.
        <>
          <HomeSites isNew={!steps.isDone} />
          {steps.isDone ? null : <NextSteps {...steps} />}
          <LatestEvents />
          <Tracked />
          <Audits />
          <LatestCalls />
          <SpendLine since={dayBefore(shownDays - 1)} until={dayBefore(0)} />
          <OpenDataOffer />
        </>
      )}
    </Page>
  );
}

/** A day of UTC, as the service counts them. */
function dayBefore(count: number): string {
  return new Date(Date.now() - count * dayMs).toISOString().slice(0, 10);
}
