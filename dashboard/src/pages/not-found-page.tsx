import { Button } from '@mantine/core';
import { Page } from '../parts/page.tsx';
import { EmptyState } from '../parts/states.tsx';
import { Link } from '../router.tsx';

/** An address that names nothing. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is nothing at this address"
        action={
          <Button component={Link} href="/">
            Go home
          </Button>
        }
      >
        The link may be old or mistyped.
      </EmptyState>
    </Page>
  );
}
