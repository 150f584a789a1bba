import { ServiceError } from '#shared/platform/errors.ts';
import type { ImportLogic } from '../import-endpoint.ts';
import type { undoImport as contract } from './contract.ts';

export const undoImport: ImportLogic<typeof contract> = async (
  { caller, parameters },
  { register, openImports, takesShared },
) => {
  const { accountId } = caller.account;
  const id = parameters.import_id ?? '';
  const registers = [register(accountId), ...(takesShared ? [register(null)] : [])];
  const found = /^imp_[0-9a-z]{20}$/u.test(id)
    ? await Promise.all(registers.map((kept) => kept.find(id)))
    : [];
  // Another account's import and an unknown one are answered alike.
  if (found.every((entry) => entry === undefined))
    throw new ServiceError('not_found', 'This account has no such import. GET /v1/me/imports lists the ids.');
  const { undoImport: undo } = await import('#shared/facts/imports/run-import.ts');
  await undo(id, accountId, await openImports());
  return { body: { import_id: id, status: 'undone' } };
};
