import { useMediaQuery } from '@mantine/hooks';

/** Whether the window has room for things side by side; follows it when it is resized. */
export function useWide(fromPixels: number): boolean {
  return (
    useMediaQuery(`(min-width: ${fromPixels}px)`, undefined, { getInitialValueInEffect: false }) ?? false
  );
}
