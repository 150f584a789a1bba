import { Box, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { takeArrival } from '../router.tsx';
import classes from './page.module.css';
import { Hint } from './text.tsx';

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
