import { type ComponentType, createElement, lazy, useState } from 'react';

const pauseMs = 600;
const tries = 3;
const reloadedAt = 'oriel-reloaded-at';
/** A page that fails again so soon after a reload would fail after the next one too. */
const reloadEveryMs = 60_000;

/** What follows the section in the address of a page. */
export interface Place {
  readonly detail: string | undefined;
  readonly item: string | undefined;
}

/** A page in a chunk of its own. */
export interface LoadedPage<Props extends object> {
  /** What draws it: the page itself once it is loaded, else one that is waited for. */
  readonly current: () => ComponentType<Props>;
  /** Loads it ahead, so that it is drawn without waiting. Never fails: drawing it tries again. */
  readonly preload: () => Promise<void>;
}

/**
 * A page in a chunk of its own. A chunk that cannot be had is asked for again,
 * and then the whole page once: after a deployment its chunks have new names.
 */
export function loadPage<Props extends object>(load: () => Promise<ComponentType<Props>>): LoadedPage<Props> {
  let loaded: ComponentType<Props> | undefined;
  const later = lazy(async () => {
    const page = await retried(load);
    loaded = page;
    return { default: page };
  });
  return {
    current: () => loaded ?? later,
    preload: async () => {
      loaded = await load().catch(() => undefined);
    },
  };
}

interface ShowProps<Props extends object> {
  readonly page: LoadedPage<Props>;
  readonly given: Props;
}

/** Draws a page; by the same component for as long as it stands, since another would lose what was typed in it. */
export function Show<Props extends object>({ page, given }: ShowProps<Props>) {
  const [Current] = useState(page.current);
  return createElement(Current, given);
}

async function retried<Page>(load: () => Promise<Page>): Promise<Page> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await load();
    } catch (error) {
      if (tried < tries) await new Promise((resolve) => setTimeout(resolve, pauseMs * tried));
      else if (mayReload()) {
        location.reload();
        return new Promise(() => {});
      } else throw error;
    }
  }
}

/** Offline a reload would lose the frame as well. */
function mayReload(): boolean {
  if (!navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    return Date.now() - last > reloadEveryMs;
  } catch {
    return false;
  }
}
