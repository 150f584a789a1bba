import type { ReactNode } from 'react';

interface IconProps {
  readonly size?: number;
}

/** Line icons on a grid of 20, drawn for this dashboard; decoration only, so hidden from screen readers. */
function Icon({ size = 18, children }: IconProps & { readonly children: ReactNode }) {
  return (
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
      {children}
    </svg>
  );
}

export const OverviewIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 16.5h14M5 13.5v-4M10 13.5V4M15 13.5V7.5" />
  </Icon>
);
export const ExplorerIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13 13 4 4M9 6.5v5M6.5 9h5" />
  </Icon>
);
export const KeyIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="6.8" cy="13.2" r="3.3" />
    <path d="m9.2 10.8 7-7M13.4 6.6l2.4 2.4M11.2 8.8l1.6 1.6" />
  </Icon>
);
export const PlugIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 3v4M13 3v4M5 7h10v2.5a5 5 0 0 1-10 0V7ZM10 14.5V18" />
  </Icon>
);
export const ActivityIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2.5 10.5h3l2.3-6 4.2 11.5 2.3-5.5h3.2" />
  </Icon>
);
export const BellIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13L5 13.5ZM8.2 17.3a2 2 0 0 0 3.6 0" />
  </Icon>
);
export const BillingIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="2.5" y="4.5" width="15" height="11" rx="2" />
    <path d="M2.5 8.3h15M5.5 12.3h3" />
  </Icon>
);
export const AccountIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="7" r="3.2" />
    <path d="M3.8 17c.6-3.3 3-5 6.2-5s5.6 1.7 6.2 5" />
  </Icon>
);
export const PeopleIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="7" cy="7.4" r="2.8" />
    <path d="M2 16.6c.5-3 2.5-4.5 5-4.5s4.5 1.5 5 4.5" />
    <path d="M12.6 4.9a2.6 2.6 0 0 1 0 5M14.4 12.4c2 .4 3.2 1.9 3.6 4.2" />
  </Icon>
);
export const CopyIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
    <path d="M13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7" />
  </Icon>
);
export const CheckIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4.5 10.5 3.7 3.7 7.3-8.2" />
  </Icon>
);
export const PlusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 4v12M4 10h12" />
  </Icon>
);
export const ArrowIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 10h11.5M11 5.5 15.5 10 11 14.5" />
  </Icon>
);
export const DownloadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 3.5v9M6.3 9 10 12.7 13.7 9M3.5 16.5h13" />
  </Icon>
);
export const SunIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="10" cy="10" r="3.3" />
    <path d="M10 2v1.8M10 16.2V18M2 10h1.8M16.2 10H18M4.4 4.4l1.2 1.2M14.4 14.4l1.2 1.2M4.4 15.6l1.2-1.2M14.4 5.6l1.2-1.2" />
  </Icon>
);
export const MoonIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z" />
  </Icon>
);
export const ExternalIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M11.5 3.5h5v5M16.2 3.8 9.5 10.5M8.5 5H5.2a1.7 1.7 0 0 0-1.7 1.7v8.1a1.7 1.7 0 0 0 1.7 1.7h8.1a1.7 1.7 0 0 0 1.7-1.7v-3.3" />
  </Icon>
);
export const WarningIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 3.2 17.8 16.5H2.2L10 3.2ZM10 8.3v3.7M10 14.3v.01" />
  </Icon>
);
export const SignOutIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 13v2.3a1.7 1.7 0 0 1-1.7 1.7H5.2a1.7 1.7 0 0 1-1.7-1.7V4.7A1.7 1.7 0 0 1 5.2 3h5.1A1.7 1.7 0 0 1 12 4.7V7M8 10h9M14.2 7.2 17 10l-2.8 2.8" />
  </Icon>
);
export const FingerprintIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 8.5a6 6 0 0 1 12 0v2M4 12v-.5M6.7 15.5C7.3 13.5 7 11 7 9a3 3 0 0 1 6 0c0 3 .2 5-.8 7.5M10 9v2.5c0 2-.3 3.8-1 5.5M15.6 13.5c-.1 1-.3 2-.6 3" />
  </Icon>
);

export const RefreshIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 3v3.5H13" />
  </Icon>
);
export const EyeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5Z" />
    <circle cx="10" cy="10" r="2.3" />
  </Icon>
);
export const EyeOffIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3.5 3.5l13 13M8.2 5.2A8.7 8.7 0 0 1 10 5c5 0 8 5 8 5a14 14 0 0 1-2.3 2.7M5 6.6A14 14 0 0 0 2 10s3 5 8 5a8.4 8.4 0 0 0 4-1M8.4 8.4a2.3 2.3 0 0 0 3.2 3.2" />
  </Icon>
);
export const MinusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 10h12" />
  </Icon>
);
export const SiteIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="2.5" y="3.5" width="15" height="13" rx="2" />
    <path d="M2.5 7.5h15M6 13l2.5-2.5 2 2L14 9" />
  </Icon>
);

export const UploadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M10 12.5v-9M6.5 7 10 3.5 13.5 7M3 13v2a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 17 15v-2" />
  </Icon>
);

export const ColumnsIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3" y="4" width="14" height="12" rx="2" />
    <path d="M7.7 4v12M12.3 4v12" />
  </Icon>
);
export const FilterIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M3 5h14M5.5 10h9M8 15h4" />
  </Icon>
);
