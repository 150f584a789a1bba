import type { DashboardSection } from '#shared/contract/dashboard-pages.ts';

/** What stands at the top of a page. */
export interface PageHead {
  readonly title: string;
  readonly lead?: string;
}

/** The heads of the pages. The build writes them into their documents, so that they are read before the app is there. */
export const pageHeads = {
  '': { title: 'Home' },
  'sign-in': {
    title: 'Sign in to Oriel',
    lead: 'We send you a code. New here? The same code opens your account.',
  },
  explorer: { title: 'Research' },
  sites: { title: 'Your sites' },
  trackers: { title: 'Tracked' },
  shared: {
    title: 'Shared answer',
    lead: 'An answer somebody shared with you, as it was when they asked. Free to read, no account needed.',
  },
  keys: {
    title: 'API keys',
    lead: 'Give each program its own key, so that you can revoke one without affecting the others.',
  },
  connect: {
    title: 'Agents',
    lead: 'Agents sign in through your browser and use the same tools and credits. There is no key to copy.',
  },
  activity: { title: 'Activity' },
  crawls: {
    title: 'Crawls',
    lead: 'Every page of a site, read and checked in the background.',
  },
  events: {
    title: 'Events',
    lead: 'What happened on your sites, in your trackers and in your account. Kept for 400 days.',
  },
  destinations: {
    title: 'Destinations',
    lead: 'Send events to an email address, a chat or your own program.',
  },
  billing: {
    title: 'Billing',
    lead: 'One payment in US dollars, no subscription. Credits never expire, and a call that fails is free. Card data never reaches us.',
  },
  people: { title: 'Team' },
  invitation: {
    title: 'Invitation',
    lead: 'Accept to work in the account named in the email. You keep your own account and can switch between the two.',
  },
  account: { title: 'Account' },
} as const satisfies Readonly<Record<DashboardSection, PageHead>>;
