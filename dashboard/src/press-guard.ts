import { useRef } from 'react';

/** Presses closer together than this are one press; systems let people take up to half a second for a double click. */
const doubleClickMs = 700;

/** Tells the press that counts from the second half of a double click, which can come before the button is disabled. */
export function usePressGuard(): () => boolean {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    const isFirst = now - pressedAt.current > doubleClickMs;
    pressedAt.current = now;
    return isFirst;
  };
}
