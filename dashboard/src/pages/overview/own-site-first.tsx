import { Button, Group } from '@mantine/core';
import { Section } from '../../parts/page.tsx';
import { Link } from '../../router.tsx';

/** What a new account is offered before anything about the sites of others. */
export function OwnSiteFirst() {
  return (
    <Section
      title="Start with your own site"
      lead="Drop a Search Console export in and see where clicks can be won, free of charge. Or have the site audited at once."
    >
      <Group gap="sm">
        <Button component={Link} href="/sites">
          Bring your own site
        </Button>
        <Button component={Link} href="/explorer/audit_site" variant="default">
          Audit a site
        </Button>
      </Group>
    </Section>
  );
}
