import type { Role } from '#shared/contract/role.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/** Throws unless a person of this role may do it, and says who may. What comes without a role is no person's. */
export function requireRole(role: Role | undefined, allowed: readonly Role[]): void {
  if (role === undefined || allowed.includes(role)) return;
  throw new ServiceError(
    'insufficient_scope',
    `Your role in this account is ${role}. Who is ${allowed.join(' or ')} may do this; an owner can change your role.`,
  );
}
