import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useIsWorking } from '../../api/use-callers.ts';
import { pageHeads } from '../../page-heads.ts';
import { CheckIcon } from '../../parts/icons.tsx';
import { LoadingRows, Page, Section } from '../../parts/page.tsx';
import { Hint, LinkButton } from '../../parts/text.tsx';
import { HomeList, HomeSites, latestCalls, SpendLine, useHomeLists } from './home-work.tsx';
import classes from './next-steps.module.css';
import { OpenDataOffer } from './open-data-offer.tsx';

/** A person's sites first, then what happened, what is watched, what was found and what it cost. */
export function OverviewPage() {
  const steps = useNextSteps();
  const lists = useHomeLists();
  return (
    <Page {...pageHeads['']} isWide>
      {steps === undefined || lists === undefined ? (
        <LoadingRows />
      ) : (
        // All at once, so that nothing is pushed down by what comes later.
        <>
          <HomeSites isNew={!steps.isDone} />
          {steps.isDone ? null : <NextSteps {...steps} />}
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

interface NextStepsProps {
  readonly hasCredits: boolean;
  readonly hasCalled: boolean;
  readonly hasKey: boolean;
  readonly hasAgent: boolean;
}

const nothingToDo = { hasCredits: true, hasCalled: true, hasKey: true, hasAgent: true, isDone: true };

/** How far a new account has come; undefined until that is known. Done where it cannot be known, and for those who do not use it. */
function useNextSteps(): (NextStepsProps & { readonly isDone: boolean }) | undefined {
  const { data: session } = useQuery(queries.session);
  const isWorking = useIsWorking();
  const credentials = useQuery({ ...queries.credentials, enabled: isWorking });
  const connections = useQuery({ ...queries.connections, enabled: isWorking });
  const calls = useQuery(queries.usagePage(latestCalls));
  const imports = useQuery({ ...queries.imports, enabled: isWorking });
  const credits = useQuery(queries.credits);
  const failed = credentials.error ?? connections.error ?? calls.error ?? credits.error ?? imports.error;
  if (failed || !isWorking) return nothingToDo;
  if (!(credentials.data && connections.data && calls.data && credits.data && imports.data)) return undefined;
  const hasSite = imports.data.sites.length > 0;
  const hasKey = credentials.data.some((credential) => credential.is_active);
  const hasCalled = calls.data.records.length > 0;
  const hasAgent = connections.data.some((connection) => connection.is_active);
  // Who cannot buy is not led there.
  const hasCredits = credits.data.balance > 0 || session?.role === 'member';
  return { hasCredits, hasCalled, hasKey, hasAgent, isDone: hasCalled && (hasKey || hasAgent || hasSite) };
}

/** Leads a new account to its first answer; gone when all is done. */
function NextSteps({ hasCredits, hasCalled, hasKey, hasAgent }: NextStepsProps) {
  const isDone: Readonly<Record<string, boolean>> = {
    '/explorer': hasCalled,
    '/keys#new': hasKey,
    '/connect': hasAgent,
  };
  return (
    <Section title="Get to your first answer">
      <ol className={classes.steps}>
        {steps
          .filter(({ href }) => href !== '/billing' || !(hasCredits || hasCalled))
          .map((step) => (
            <Step key={step.href} {...step} isDone={isDone[step.href] ?? false} />
          ))}
      </ol>
    </Section>
  );
}

const steps = [
  {
    title: 'Buy credits',
    text: 'From $10, one payment, no subscription.',
    href: '/billing',
    action: 'Choose an amount',
  },
  {
    title: 'Try a tool here',
    text: 'Pick a tool, see its price, and look at a real answer.',
    href: '/explorer',
    action: 'Open the explorer',
  },
  {
    title: 'Create an API key',
    text: 'You get the key and a command that works with it.',
    href: '/keys#new',
    action: 'Create a key',
  },
  {
    title: 'Connect an agent',
    text: 'Claude, ChatGPT, Cursor and others sign in by themselves. Nothing to copy.',
    href: '/connect',
    action: 'See how',
  },
];

function Step({ isDone, title, text, href, action }: (typeof steps)[number] & { readonly isDone: boolean }) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.mark} aria-hidden="true">
        {isDone ? <CheckIcon size={14} /> : null}
      </span>
      <div>
        <Text fw={600}>
          {title}
          {isDone ? <span className="visually-hidden"> (done)</span> : null}
        </Text>
        <Hint mb="sm">{text}</Hint>
        {isDone ? null : (
          <LinkButton href={href} size="xs" variant="light">
            {action}
          </LinkButton>
        )}
      </div>
    </li>
  );
}
