import { Anchor, Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useIsWorking } from '../../api/use-callers.ts';
import { dayName, number } from '../../format.ts';
import { Section } from '../../parts/page.tsx';
import { ScrollTable } from '../../parts/scroll-table.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { Link } from '../../router.tsx';

/** The account's own sites with what Search Console counts for them; for a new account how to bring one. */
export function OwnSites({ isNew }: { readonly isNew: boolean }) {
  const isWorking = useIsWorking();
  const { data } = useQuery({ ...queries.imports, enabled: isWorking });
  if (!data) return null;
  if (data.sites.length === 0) return isNew ? <OwnSiteFirst /> : null;
  return (
    <Section
      title="Your sites"
      actions={
        <Anchor underline="hover" component={Link} href="/sites" size="sm">
          Add a site
        </Anchor>
      }
    >
      <ScrollTable label="Your sites">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Site</Table.Th>
            <Table.Th ta="right">Clicks</Table.Th>
            <Table.Th ta="right">Impressions</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Queries
            </Table.Th>
            <Table.Th ta="right">Opportunities</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Period
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.sites.map(({ site, clicks, impressions, queries: queryCount, opportunities, from, to }) => (
            <Table.Tr key={site}>
              <Table.Td>
                <Anchor component={Link} href={`/sites/${site}`} fw={550} size="sm">
                  <bdi>{readableDomain(site)}</bdi>
                </Anchor>
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {number(clicks)}
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {number(impressions)}
              </Table.Td>
              <Table.Td ta="right" className="numeric" visibleFrom="sm">
                {number(queryCount)}
              </Table.Td>
              <Table.Td ta="right" className="numeric">
                {number(Object.values(opportunities).reduce((sum, count) => sum + count, 0))}
              </Table.Td>
              <Table.Td ta="right" className="numeric" visibleFrom="sm">
                <Text size="sm" c="dimmed" span>
                  {from && to ? `${dayName(from)} – ${dayName(to)}` : ''}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </Section>
  );
}

function OwnSiteFirst() {
  return (
    <Section
      title="Start with your own site"
      lead="Drop a Search Console export in and see where clicks can be won, free. Or audit the site at once."
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
