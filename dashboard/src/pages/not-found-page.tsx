import { EmptyState, Page } from '../parts/page.tsx';
import { LinkButton } from '../parts/text.tsx';

/** An address that names nothing. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState title="There is nothing at this address" action={<LinkButton href="/">Go home</LinkButton>}>
        The link may be old or mistyped.
      </EmptyState>
    </Page>
  );
}
