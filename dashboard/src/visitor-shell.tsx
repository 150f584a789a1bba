import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from './parts/logo.tsx';
import { LinkButton } from './parts/text.tsx';
import { Link } from './router.tsx';
import classes from './visitor-shell.module.css';

/** The frame of pages that are shown to everybody. */
export function VisitorShell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <header className={classes.header}>
        <Link href="/" className={classes.home} aria-label="Oriel, sign in">
          <Logo />
        </Link>
        <Group gap="xs">
          <Button component="a" href="/docs" variant="subtle" color="gray" size="xs">
            Docs
          </Button>
          <LinkButton
            href={`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`}
            size="xs"
          >
            Sign in
          </LinkButton>
        </Group>
      </header>
      <main>{children}</main>
    </>
  );
}
