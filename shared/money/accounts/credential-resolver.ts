import type { Principal } from './principal.ts';

/** Turns one kind of secret into who is calling. */
export interface CredentialResolver {
  /** Whether the secret looks like this kind; decides without a read. */
  recognizes(secret: string): boolean;
  /**
   * The principal, or the true reason why there is none. The reason goes to
   * the log only: revoked, expired, unknown and mistyped look alike outside.
   */
  resolve(secret: string): Promise<Resolution>;
}

export type Resolution =
  | { readonly ok: true; readonly principal: Principal }
  | { readonly ok: false; readonly reason: string };
