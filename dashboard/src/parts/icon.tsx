interface IconProps {
  readonly size?: number;
}

/** A line icon on a grid of 20, drawn for this dashboard; decoration only, so hidden from screen readers. The sign-in page has those here; the others come with the pages. */
export const icon =
  (path: string) =>
  ({ size = 18 }: IconProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );

export const RefreshIcon = icon('M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 3v3.5H13');
export const WarningIcon = icon('M10 3.2 17.8 16.5H2.2L10 3.2ZM10 8.3v3.7M10 14.3v.01');
export const FingerprintIcon = icon(
  'M4 8.5a6 6 0 0 1 12 0v2M4 12v-.5M6.7 15.5C7.3 13.5 7 11 7 9a3 3 0 0 1 6 0c0 3 .2 5-.8 7.5M10 9v2.5c0 2-.3 3.8-1 5.5M15.6 13.5c-.1 1-.3 2-.6 3',
);
