import { type AnchorHTMLAttributes, type MouseEvent, type RefAttributes, useSyncExternalStore } from 'react';

const changed = 'oriel-navigate';

let hasGone = false;
addEventListener('popstate', () => {
  hasGone = true;
});

/** True once after a step to another page; not for the page that the browser itself loaded. */
export function takeArrival(): boolean {
  const arrived = hasGone;
  hasGone = false;
  return arrived;
}

/** The address as pages see it: path without a trailing slash, and the query. */
export interface Location {
  readonly path: string;
  readonly query: URLSearchParams;
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(changed, listener);
  };
}

/** The current address; the component renders again when it changes. */
export function useLocation(): Location {
  const href = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const [path = '/', query = ''] = href.split('?');
  return { path: path.replace(/(?<=.)\/+$/u, ''), query: new URLSearchParams(query) };
}

interface Going {
  /** Leaves no entry in the history. */
  readonly replace?: boolean;
  /** The page stays the one that it is: nothing scrolls. */
  readonly isSamePlace?: boolean;
}

/** Goes to a page of the dashboard. */
export function navigate(to: string, { replace = false, isSamePlace = replace }: Going = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  if (!isSamePlace) hasGone = true;
  dispatchEvent(new Event(changed));
  if (!isSamePlace) scrollTo(0, 0);
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement>, RefAttributes<HTMLAnchorElement> {
  readonly href: string;
}

/** A link inside the dashboard: no page load, and all that browsers do with links still works. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain || rest.target) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}

/** A value of the address, changed without a step in the history; absent while it is the usual one. */
export function useParameter(name: string, usual: string): readonly [string, (value: string) => void] {
  const value = useLocation().query.get(name) ?? usual;
  const change = (next: string) => {
    const address = new URL(location.href);
    if (next === usual) address.searchParams.delete(name);
    else address.searchParams.set(name, next);
    navigate(address.pathname + address.search + address.hash, { replace: true });
  };
  return [value, change];
}
