import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { messageOf, Problem } from '../api/problem.ts';
import { RefreshIcon, WarningIcon } from './icon.tsx';
import { Hint, SmallButton } from './text.tsx';

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
