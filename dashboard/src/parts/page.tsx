import { Alert, Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { messageOf, Problem } from '../api/problem.ts';
import { takeArrival } from '../router.tsx';
import { RefreshIcon, WarningIcon } from './icon.tsx';
import classes from './page.module.css';
import { Hint, SmallButton } from './text.tsx';

interface PageProps {
  readonly title: string;
  readonly lead?: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** Takes the width of a large screen, for things side by side. */
  readonly isWide?: boolean;
  /** What stands below says the title already; screen readers have it here. */
  readonly isUntitled?: boolean;
  /** As wide as a sheet of paper, for what is printed. */
  readonly isSheet?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: one heading, and a sentence where the heading does not suffice. */
export function Page({ title, lead, actions, isWide, isUntitled = false, isSheet, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Oriel`;
  }, [title]);
  // The head stands first, and the rest follows in a step of its own: both at once would hold up a slow device.
  const hasBody = useDeferredValue(true, false);
  const heading = useRef<HTMLHeadingElement>(null);
  // No page is loaded, so nothing else would tell a screen reader, or the next Tab, that this is another one.
  useEffect(() => {
    if (takeArrival()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Box className={classes.page} data-wide={isWide || undefined} data-sheet={isSheet || undefined}>
      <Group
        justify="space-between"
        align="flex-end"
        gap="md"
        mb="md"
        className={isUntitled ? 'visually-hidden' : undefined}
      >
        <Stack gap={4}>
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </Title>
          {lead ? <Hint maw={760}>{lead}</Hint> : null}
        </Stack>
        {actions ? <Group gap="sm">{actions}</Group> : null}
      </Group>
      {hasBody ? <Stack gap="md">{children}</Stack> : <div role="status" aria-label="Loading the page" />}
    </Box>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: string;
  readonly actions?: ReactNode;
  /** What stands above says the title already; screen readers have it here. */
  readonly isUntitled?: boolean;
  readonly children: ReactNode;
}

/** A card with a heading. */
export function Section({ title, lead, actions, isUntitled = false, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <Group
        justify="space-between"
        align="flex-start"
        mb="sm"
        gap="sm"
        className={isUntitled ? 'visually-hidden' : undefined}
      >
        <Stack gap={2} flex="1 1 220px" miw={0}>
          <Title order={2}>{title}</Title>
          {lead ? <Hint>{lead}</Hint> : null}
        </Stack>
        {actions}
      </Group>
      {children}
    </section>
  );
}

const ConfirmIdentity = lazy(async () => ({
  default: (await import('./confirm-identity.tsx')).ConfirmIdentity,
}));

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** What a list shows before it has anything: one line that says so, and how to get there. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Group gap="sm" py="xs">
      <Hint component="div">
        <b>{title}.</b> {children}
      </Hint>
      {action}
    </Group>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly retry?: () => void;
}

/** A failure in plain words, with the request id for support and a way on; nothing where there is none. */
export function ErrorState({ error, retry }: ErrorStateProps) {
  if (!error) return null;
  const isProblem = error instanceof Problem;
  return (
    <Alert color="red" icon={<WarningIcon />} title={isProblem ? error.title : 'Not loaded'}>
      <Stack gap="xs" align="flex-start">
        <Text>{messageOf(error)}</Text>
        {isProblem ? (
          <Text size="xs" ff="monospace">
            {error.requestId}
          </Text>
        ) : null}
        {isProblem && error.code === 'sign_in_again' ? <StepUp {...(retry && { retry })} /> : null}
        {retry ? (
          <SmallButton leftSection={<RefreshIcon size={14} />} onClick={retry}>
            Try again
          </SmallButton>
        ) : null}
      </Stack>
    </Alert>
  );
}

/** A sign-in that is too old is renewed where one is. */
function StepUp({ retry }: Pick<ErrorStateProps, 'retry'>) {
  const [step, setStep] = useState<'open' | 'done'>();
  if (step === 'done')
    return (
      <Text fw={600} role="status">
        Confirmed. Press the button again.
      </Text>
    );
  return (
    <>
      <SmallButton onClick={() => setStep('open')}>Confirm it is you</SmallButton>
      <Suspense fallback={null}>
        {step === 'open' ? (
          <ConfirmIdentity
            onClose={() => setStep(undefined)}
            onConfirmed={() => {
              setStep('done');
              retry?.();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Gray lines where a list will be. */
export function LoadingRows({ rows = 4, height = 22 }: { readonly rows?: number; readonly height?: number }) {
  const lines = Array.from({ length: rows }, (_, index) => `row-${index}`);
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      {lines.map((line) => (
        <Skeleton key={line} height={height} radius="sm" />
      ))}
    </Stack>
  );
}

/** A gray box of the height of what will be there. */
export const LoadingBox = ({ height }: { readonly height: number }) => (
  <LoadingRows rows={1} height={height} />
);

interface QueryStateProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly loading?: ReactNode;
  /** Shown in place of a list that holds nothing. */
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/**
 * The three states of something fetched. What was fetched before stays while it is fetched again, and what
 * comes is drawn in slices, so that a slow device hears presses and keys meanwhile.
 */
export function QueryState<Data>({ query, loading, empty, children }: QueryStateProps<Data>) {
  const data = useDeferredValue(query.data);
  if (data !== undefined && query.data !== undefined)
    return <>{empty && Array.isArray(data) && data.length === 0 ? empty : children(data)}</>;
  if (query.error) return <ErrorState error={query.error} retry={() => query.refetch()} />;
  return <>{loading ?? <LoadingRows />}</>;
}
