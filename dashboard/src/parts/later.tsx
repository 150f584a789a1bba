import { type ReactElement, type ReactNode, Suspense, useState } from 'react';

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
