import { Alert, Anchor, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Problem } from '../../api/problem.ts';
import { ErrorState } from '../../parts/states.tsx';
import { Link } from '../../router.tsx';

/** Why there is no answer, and what to do. */
export function Failure({ error }: { readonly error: Error }) {
  if (error instanceof DOMException && error.name === 'AbortError') return <Stopped />;
  if (error instanceof Problem && error.faults.length > 0) return <Refused error={error} />;
  return <ErrorState error={error} />;
}

/** The fields say what is wrong; the first of them takes the focus, so that it can be mended at once. */
function Refused({ error }: { readonly error: Problem }) {
  useEffect(() => {
    document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  }, []);
  return (
    <Alert
      color="red"
      title={error.faults.length === 1 ? 'Check the marked field' : 'Check the marked fields'}
    >
      <Text size="sm">{error.message}</Text>
    </Alert>
  );
}

function Stopped() {
  return (
    <Alert color="gray" title="No longer waiting">
      <Text size="sm">
        The call continues without this page, and is charged if it succeeds.{' '}
        <Anchor component={Link} href="/activity" inherit>
          See its outcome
        </Anchor>
      </Text>
    </Alert>
  );
}
