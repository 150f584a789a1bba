import { pageHeads } from '../../page-heads.ts';
import { Page } from '../../parts/page.tsx';
import { LoadingRows } from '../../parts/states.tsx';
import { Audits, HomeSites, LatestCalls, LatestEvents, SpendLine, Tracked } from './home-work.tsx';
import { NextSteps, useNextSteps } from './next-steps.tsx';
import { OpenDataOffer } from './open-data-offer.tsx';

const shownDays = 30;
const dayMs = 86_400_000;

/** A person's sites first, then what is watched, what was found and what it cost. */
export function OverviewPage() {
  const steps = useNextSteps();
  return (
    <Page {...pageHeads['']} isWide>
      {steps === undefined ? (
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
          <OpenDataOffer />
          <SpendLine since={dayBefore(shownDays - 1)} until={dayBefore(0)} />
        </>
      )}
    </Page>
  );
}

/** A day of UTC, as the service counts them. */
function dayBefore(count: number): string {
  return new Date(Date.now() - count * dayMs).toISOString().slice(0, 10);
}
