import type { DashboardSection } from '#shared/contract/dashboard-pages.ts';

/** What stands at the top of a page. */
export interface PageHead {
  readonly title: string;
  readonly lead?: string;
}

/** The heads of the pages. The build writes them into their documents, so that they are read before the app is there. */
export const pageHeads = {
  '': {
    title: 'Overview',
    lead: 'What your keys, your agents and this dashboard asked, what it cost, and how it went.',
  },
  'sign-in': {
    title: 'Sign in to Oriel',
    lead: 'We send you a code. New here? The same code opens your account.',
  },
  explorer: {
    title: 'Explorer',
    lead: 'Ask any tool. An example of its answer stands below, free; your own answer takes its place.',
  },
  sites: {
    title: 'Your sites',
    lead: 'What Search Console counts for your own sites, and what to do next. Only your account ever sees it, and looking at it is free.',
  },
  shared: {
    title: 'Shared answer',
    lead: 'An answer that somebody has sent you to look at, as it was when it was asked. It is free, and needs no account.',
  },
  keys: {
    title: 'API access',
    lead: 'A key lets a program call the API as this account. Give each program its own, so that you can end one without the others.',
  },
  connect: {
    title: 'Connect an agent',
    lead: 'Agents use the same tools, credits and limits as your keys. They sign in with you in the browser; no key is copied.',
  },
  activity: {
    title: 'Activity',
    lead: 'Calls of your keys, agents and this dashboard. Only answers are charged.',
  },
  billing: {
    title: 'Billing',
    lead: 'Credits are bought in advance and never expire. A call that fails is free.',
  },
  people: {
    title: 'People',
    lead: 'Everybody signs in with their own address. Keys that somebody made belong to the account.',
  },
  invitation: {
    title: 'Invitation',
    lead: 'Accept to work in the account that the mail names. Your own account stays as it is, and you switch between both.',
  },
  account: {
    title: 'Account',
    lead: 'How you sign in and where you are signed in, what you share, and all your data to take along or delete.',
  },
} as const satisfies Readonly<Record<DashboardSection, Required<PageHead>>>;
