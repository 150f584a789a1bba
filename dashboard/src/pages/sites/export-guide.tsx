import { Anchor, List, Text } from '@mantine/core';

/** Where the export comes from, in two clicks. */
export function ExportGuide() {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        How to get the export
      </Text>
      <List size="sm" type="ordered" spacing={4} c="dimmed">
        <List.Item>
          Open{' '}
          <Anchor
            fz="sm"
            href="https://search.google.com/search-console/performance/search-analytics"
            target="_blank"
            rel="noreferrer"
          >
            Performance in Search Console
          </Anchor>{' '}
          and choose your site. Three months, or more.
        </List.Item>
        <List.Item>
          Press <b>Export</b> at the top right, then <b>Download CSV</b>. Drop the zip here as it is.
        </List.Item>
      </List>
    </div>
  );
}
