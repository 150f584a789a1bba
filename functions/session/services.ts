import type { AccountDirectory } from '#shared/callers/identity/account-directory.ts';
import type { AttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import type { Session, SessionRepository } from '#shared/callers/identity/session-repository.ts';
import type { AccountReader } from '#shared/callers/identity/session-token.ts';
import type { SignInRepository } from '#shared/callers/identity/sign-in-repository.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';

/** What the session routes need from outside; built once per cold start. */
export interface SessionServices {
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  /** What the distribution proves itself with, where there is one. */
  readonly originSecret?: string | undefined;
  readonly directory: AccountDirectory;
  readonly accounts: AccountReader;
  readonly signIns: SignInRepository;
  readonly sessions: SessionRepository;
  readonly limits: AttemptLimits;
  readonly mailer: Mailer;
  /** A token for `/v1`; publishes the keys that verify it first. */
  mintToken(session: Session): Promise<string>;
}
