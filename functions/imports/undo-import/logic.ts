import { undoImport as undo } from '#shared/facts/imports/run-import.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ImportLogic } from '../import-endpoint.ts';
import type { undoImport as contract } from './contract.ts';

export const undoImport: ImportLogic<typeof contract> = async (
  { caller, parameters },
  { imports, takesShared },
) => {
  const { accountId } = caller.account;
  const id = parameters.import_id ?? '';
  const registers = [imports.register(accountId), ...(takesShared ? [imports.register(null)] : [])];
  const found = /^imp_[0-9a-z]{20}$/u.test(id)
    ? await Promise.all(registers.map((register) => register.find(id)))
    : [];
  // Another account's import and an unknown one are answered alike.
  if (found.every((entry) => entry === undefined))
    throw new ServiceError('not_found', 'This account has no such import. GET /v1/me/imports lists the ids.');
  await undo(id, accountId, imports);
  return { body: { import_id: id, status: 'undone' } };
};
