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

interface LaterProps {
  /** The button, before and while its menu is there; told what its first press does. */
  readonly button: (onPress?: () => void) => ReactElement;
  /** The button within what it opens, which is a chunk of its own. */
  readonly menu: (button: ReactElement) => ReactNode;
}

/** A button whose menu is loaded with the first press: no page waits for what most people leave closed. */
export function Later({ button, menu }: LaterProps) {
  const [isPressed, setPressed] = useState(false);
  if (!isPressed) return button(() => setPressed(true));
  return <Suspense fallback={button()}>{menu(button())}</Suspense>;
}

/** A part in a chunk of its own. A gray box of its height, its own or the usual, stands until it is there; nothing where no height is said. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, usualHeight?: number) {
  const Part = lazy(async () => ({ default: await load() }));
  return (props: Props) => {
    const height = 'height' in props && typeof props.height === 'number' ? props.height : usualHeight;
    const waiting = height === undefined ? null : <LoadingBox height={height} />;
    return <Suspense fallback={waiting}>{createElement(Part, props)}</Suspense>;
  };
}

const ActionMenu = lazy(async () => ({ default: (await import('./action-menu.tsx')).ActionMenu }));

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

interface MenuButtonProps {
  /** Told what its first press does. */
  readonly button: (onPress?: () => void) => ReactElement;
  readonly groups: readonly ActionGroup[];
}

/** A button that opens actions. */
export function MenuButton({ button, groups }: MenuButtonProps) {
  return <Later button={button} menu={(target) => <ActionMenu button={target} groups={groups} />} />;
}
