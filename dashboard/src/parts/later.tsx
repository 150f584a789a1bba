import {
  type ComponentType,
  createElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { LoadingBox } from './page.tsx';

/** A part in a chunk of its own. Until it is there stands what is said: a gray box of its height, its own or the usual, or something like it; else nothing. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  usual?: number | ((props: Props) => ReactNode),
) {
  const Part = lazy(async () => ({ default: await load() }));
  const waiting = (props: Props) => {
    if (typeof usual === 'function') return usual(props);
    const height = 'height' in props && typeof props.height === 'number' ? props.height : usual;
    return height === undefined ? null : <LoadingBox height={height} />;
  };
  return (props: Props) => <Suspense fallback={waiting(props)}>{createElement(Part, props)}</Suspense>;
}

interface MenuProps {
  readonly button: ReactElement;
}

/** A menu around the button that opens it, which stands before it is there. */
export const laterMenu = <Props extends MenuProps>(load: () => Promise<ComponentType<Props>>) =>
  later(load, ({ button }) => button);

interface LaterProps {
  /** The button, before and while its menu is there; told what its first press does. */
  readonly button: (onPress?: () => void) => ReactElement;
  /** The button within what it opens, which is a chunk of its own. */
  readonly menu: (button: ReactElement) => ReactNode;
}

/** A button whose menu is loaded with the first press: no page waits for what most people leave closed. */
export function Later({ button, menu }: LaterProps) {
  const [isPressed, setPressed] = useState(false);
  return isPressed ? menu(button()) : button(() => setPressed(true));
}

const ActionMenu = laterMenu(async () => (await import('./action-menu.tsx')).ActionMenu);

interface Action {
  readonly label: string;
  /** Of which of several things, for screen readers. */
  readonly name?: string;
  readonly isHarm?: boolean;
  readonly act: () => void;
}

export interface ActionGroup {
  readonly title?: string;
  readonly hint?: string;
  /** Beside each other; else below. */
  readonly isRow?: boolean;
  readonly actions: readonly Action[];
}

interface MenuButtonProps extends Pick<LaterProps, 'button'> {
  readonly groups: readonly ActionGroup[];
}

/** A button that opens actions. */
export function MenuButton({ button, groups }: MenuButtonProps) {
  return <Later button={button} menu={(target) => <ActionMenu button={target} groups={groups} />} />;
}
