import { useElementSize, useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the window has room for things side by side; follows it when it is resized. */
export function useWide(fromPixels: number): boolean {
  return (
    useMediaQuery(`(min-width: ${fromPixels}px)`, undefined, { getInitialValueInEffect: false }) ?? false
  );
}

/** Whether the page is being printed. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)));
  useWindowEvent('afterprint', () => setPrinting(false));
  return isPrinting;
}

/** Between the margins of a sheet, A4 or letter. */
const paperPixels = 680;

/** The width that a chart has: of its place, or of the paper, which no observer tells before it is printed. */
export function useChartWidth() {
  const { ref, width } = useElementSize();
  const isPrinting = usePrinting();
  return { ref, width: Math.max(280, isPrinting ? paperPixels : width) };
}
