import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const pauseMs = 600;
const tries = 3;
const reloadedAt = 'oriel-reloaded-at';
/** A page that fails again so soon after a reload would fail after the next one too. */
const reloadEveryMs = 60_000;

/**
 * A page in a chunk of its own. A chunk that cannot be had is asked for again,
 * and then the whole page once: after a deployment its chunks have new names.
 */
export function loadPage<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await retried(load) }));
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
