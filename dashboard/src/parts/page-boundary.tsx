import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  readonly children: ReactNode;
}

/**
 * Keeps the frame of the dashboard where a page could not be loaded or drawn.
 * Give it the place as its `key`, so that going elsewhere is another try.
 */
export class PageBoundary extends Component<PageBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

/** The browser does not ask again for a script that failed, so the page is loaded anew. */
function Failed() {
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="xs" role="alert">
        <Title order={1} fz="lg">
          This page did not load
        </Title>
        <Text size="sm" c="dimmed" ta="center">
          Check your connection. What the address holds comes back with the page.
        </Text>
        <Button mt="sm" onClick={() => location.reload()}>
          Load it again
        </Button>
      </Stack>
    </Center>
  );
}
