import type { Foundation } from '#functions/foundation.ts';
import { createSavedQuestionRepository } from '#shared/callers/workspace/saved-question-repository.ts';
import { createScheduleRepository } from '#shared/callers/workspace/schedule-repository.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { type AskAgainReport, askDueQuestions } from './logic.ts';

export function createHandler(foundation: Foundation): () => Promise<AskAgainReport> {
  const { documents, tables, clock, logger, mailer, dashboardUrl } = foundation;
  const identity = { documents, name: tables.identity, clock };
  const parts = {
    clock,
    logger,
    mailer,
    dashboardUrl,
    questions: createSavedQuestionRepository(identity),
    schedules: createScheduleRepository(identity),
    accounts: createAccountRepository({ documents, tables, clock }),
    openTools: async () => (await import('./open-tools.ts')).openTools(foundation),
  };
  return () => askDueQuestions(parts);
}
