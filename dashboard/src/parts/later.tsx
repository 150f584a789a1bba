import {
  type ComponentType,
  createElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { LoadingBox } from './states.tsx';

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
