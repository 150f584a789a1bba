import type { Page } from 'playwright-core';

/** One thing that a person can have before them, and the way there. */
export interface View {
  readonly name: string;
  /** Address, or where a step that is made first leads to. */
  readonly path: string | ((stage: Stage) => Promise<string>);
  /** What a person does before looking. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Belongs to the journey into the service: looked at by somebody who is not signed in. */
  readonly isSignedOut?: boolean;
}

/** What views need to be shown. */
export interface Stage {
  readonly page: Page;
  readonly baseUrl: string;
}

/** A view of somebody who is signed in. */
export function view(name: string, path: View['path'], prepare?: View['prepare']): View {
  return { name, path, ...(prepare && { prepare }) };
}

/** A view of somebody who is not. */
export function visitorView(...shown: Parameters<typeof view>): View {
  return { ...view(...shown), isSignedOut: true };
}
