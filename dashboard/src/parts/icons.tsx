import { icon } from './icon.tsx';

export const OverviewIcon = icon('M3 16.5h14M5 13.5v-4M10 13.5V4M15 13.5V7.5');
export const ExplorerIcon = icon('M3.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0ZM13 13l4 4M9 6.5v5M6.5 9h5');
export const KeyIcon = icon(
  'M3.5 13.2a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0ZM9.2 10.8l7-7M13.4 6.6l2.4 2.4M11.2 8.8l1.6 1.6',
);
export const PlugIcon = icon('M7 3v4M13 3v4M5 7h10v2.5a5 5 0 0 1-10 0V7ZM10 14.5V18');
export const ActivityIcon = icon('M2.5 10.5h3l2.3-6 4.2 11.5 2.3-5.5h3.2');
export const BellIcon = icon('M5 13.5V9a5 5 0 0 1 10 0v4.5l1.5 1.5h-13L5 13.5ZM8.2 17.3a2 2 0 0 0 3.6 0');
export const BillingIcon = icon(
  'M4.5 4.5h11a2 2 0 0 1 2 2v7a2 2 0 0 1 -2 2h-11a2 2 0 0 1 -2 -2v-7a2 2 0 0 1 2 -2ZM2.5 8.3h15M5.5 12.3h3',
);
export const AccountIcon = icon(
  'M6.8 7a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0ZM3.8 17c.6-3.3 3-5 6.2-5s5.6 1.7 6.2 5',
);
export const PeopleIcon = icon(
  'M4.2 7.4a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0ZM2 16.6c.5-3 2.5-4.5 5-4.5s4.5 1.5 5 4.5M12.6 4.9a2.6 2.6 0 0 1 0 5M14.4 12.4c2 .4 3.2 1.9 3.6 4.2',
);
export const CopyIcon = icon(
  'M9 7h5.5a2 2 0 0 1 2 2v5.5a2 2 0 0 1 -2 2h-5.5a2 2 0 0 1 -2 -2v-5.5a2 2 0 0 1 2 -2ZM13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7',
);
export const CheckIcon = icon('M4.5 10.5l3.7 3.7 7.3-8.2');
export const PlusIcon = icon('M10 4v12M4 10h12');
export const ArrowIcon = icon('M4 10h11.5M11 5.5 15.5 10 11 14.5');
export const DownloadIcon = icon('M10 3.5v9M6.3 9 10 12.7 13.7 9M3.5 16.5h13');
export const SunIcon = icon(
  'M6.7 10a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0ZM10 2v1.8M10 16.2V18M2 10h1.8M16.2 10H18M4.4 4.4l1.2 1.2M14.4 14.4l1.2 1.2M4.4 15.6l1.2-1.2M14.4 5.6l1.2-1.2',
);
export const MoonIcon = icon('M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z');
export const ExternalIcon = icon(
  'M11.5 3.5h5v5M16.2 3.8 9.5 10.5M8.5 5H5.2a1.7 1.7 0 0 0-1.7 1.7v8.1a1.7 1.7 0 0 0 1.7 1.7h8.1a1.7 1.7 0 0 0 1.7-1.7v-3.3',
);
export const SignOutIcon = icon(
  'M12 13v2.3a1.7 1.7 0 0 1-1.7 1.7H5.2a1.7 1.7 0 0 1-1.7-1.7V4.7A1.7 1.7 0 0 1 5.2 3h5.1A1.7 1.7 0 0 1 12 4.7V7M8 10h9M14.2 7.2 17 10l-2.8 2.8',
);
export const MinusIcon = icon('M4 10h12');
export const SiteIcon = icon(
  'M4.5 3.5h11a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-11a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2ZM2.5 7.5h15M6 13l2.5-2.5 2 2L14 9',
);
export const UploadIcon = icon(
  'M10 12.5v-9M6.5 7 10 3.5 13.5 7M3 13v2a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 17 15v-2',
);
export const ColumnsIcon = icon(
  'M5 4h10a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2ZM7.7 4v12M12.3 4v12',
);
export const FilterIcon = icon('M3 5h14M5.5 10h9M8 15h4');
