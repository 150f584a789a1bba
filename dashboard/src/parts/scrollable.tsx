import type { CSSProperties, ReactNode } from 'react';

interface ScrollableProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** An area that scrolls by itself. It takes the focus, so that it can be scrolled by keyboard (WCAG 2.1.1). */
export function Scrollable({ label, className, style, children }: ScrollableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups inputs, and a section would be a landmark.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must take the focus, or the keyboard cannot scroll it.
    <div role="group" className={className} style={style} aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
