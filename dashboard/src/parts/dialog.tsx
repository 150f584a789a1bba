import { later } from './later.tsx';

/** Loaded with the first that opens: no page waits for what most people leave closed. */
export const Dialog = later(async () => (await import('./modal.tsx')).Dialog);
export const SidePanel = later(async () => (await import('./modal.tsx')).SidePanel);
