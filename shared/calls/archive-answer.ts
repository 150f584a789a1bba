import { keepAnswer } from '#shared/callers/answers/keep-answer.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { PaidCall } from './services.ts';

interface ArchiveServices {
  readonly objects: Pick<ObjectStore, 'put'>;
  readonly logger: CallLogger;
}

/**
 * Keeps an answer that was paid for, to be opened again. Never rejects: the
 * caller has the answer, which is what was charged.
 */
export async function archiveAnswer(
  { call, principal, tool, input }: PaidCall,
  body: string,
  { objects, logger }: ArchiveServices,
): Promise<void> {
  // The answers to a test key are the sample market's, and cost nothing.
  if (tool.credits === 0 || principal.isTest) return;
  try {
    const asked = {
      request_id: call.requestId,
      credential_id: principal.credentialId,
      tool: tool.name,
      arguments: input,
    };
    await keepAnswer(objects, principal.account.accountId, asked, body);
  } catch (cause) {
    logger.warn('answer not archived', { request_id: call.requestId, tool: tool.name, cause });
  }
}
