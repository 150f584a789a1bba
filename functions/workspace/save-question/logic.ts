import { toolCatalog } from '#functions/tools/catalog.ts';
import { checkInput } from '#shared/calls/check-input.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { workspaceLimit } from '#shared/contract/workspace.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { questionRecord, type WorkspaceLogic } from '../workspace-services.ts';
import type { saveQuestion as contract } from './contract.ts';

export const saveQuestion: WorkspaceLogic<typeof contract> = async ({ caller, body, now }, { questions }) => {
  const { accountId } = caller.account;
  const tool = toolCatalog.find(({ name }): boolean => name === body.tool);
  if (tool) checkArguments(tool, body.arguments);
  if ((await questions.list(accountId)).length >= workspaceLimit)
    throw new ServiceError(
      'validation_error',
      `An account keeps at most ${workspaceLimit} questions. Remove one of GET /v1/me/saved-questions first.`,
    );
  return { body: questionRecord(await questions.save(accountId, body), now) };
};

/** As the tool itself would check them: what is saved can be asked. */
function checkArguments(tool: ToolContract, asked: Readonly<Record<string, unknown>>): void {
  try {
    checkInput(tool, asked);
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'validation_error'
      ? new ServiceError('validation_error', `The question was not saved. ${error.message}`, {
          faults: (error.faults ?? []).map(({ pointer, loc, ...fault }) => ({
            ...fault,
            pointer: `/arguments${pointer}`,
            loc: ['body', 'arguments', ...loc.slice(1)],
          })),
        })
      : error;
  }
}
