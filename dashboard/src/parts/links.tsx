import { Anchor, Button } from '@mantine/core';
import { Link } from '../router.tsx';

/** A page of the dashboard, in a sentence or a list. */
export const TextLink = Anchor.withProps<typeof Link>({ component: Link, href: '', size: 'sm' });
export const LinkButton = Button.withProps<typeof Link>({ component: Link, href: '' });
