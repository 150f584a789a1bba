import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '../router.tsx';

/** Words that stand back behind what they are about. */
export const Hint = Text.withProps({ c: 'dimmed' });
/** The same, smaller: beside or below a figure. */
export const Note = Text.withProps({ size: 'xs', c: 'dimmed' });

/** What went wrong with the thing it stands beside. */
export const ErrorText = Text.withProps({ c: 'var(--mantine-color-error)', role: 'alert' });

export const SmallButton = Button.withProps({ size: 'xs', variant: 'default' });
/** On the line of the tabs of an answer. */
export const BarButton = Button.withProps({ size: 'compact-sm', variant: 'default' });
/** Of a row or a card, beside its words. */
export const RowButton = Button.withProps({ size: 'compact-sm', variant: 'subtle' });
/** Of a tool that most readers pass over. */
export const QuietButton = Button.withProps({ size: 'compact-xs', variant: 'subtle', color: 'gray' });

/** Leaves a dialog or a form as it was. */
export const CancelButton = Button.withProps({ variant: 'default', children: 'Cancel' });

/** A page of the dashboard, in a sentence or a list. */
export const TextLink = Anchor.withProps<typeof Link>({ component: Link, href: '', size: 'sm' });
export const LinkButton = Button.withProps<typeof Link>({ component: Link, href: '' });
