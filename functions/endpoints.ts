import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { changeApiCredential } from './account/change-api-credential/contract.ts';
import { createApiCredential } from './account/create-api-credential/contract.ts';
import { getAnswer } from './account/get-answer/contract.ts';
import { getCredits } from './account/get-credits/contract.ts';
import { listApiCredentials } from './account/list-api-credentials/contract.ts';
import { listUsage } from './account/list-usage/contract.ts';
import { revokeApiCredential } from './account/revoke-api-credential/contract.ts';
import { rotateApiCredential } from './account/rotate-api-credential/contract.ts';
import { summarizeUsage } from './account/summarize-usage/contract.ts';
import { getCapabilities } from './capabilities/contract.ts';
import { changeConnection } from './connections/change-connection/contract.ts';
import { listConnections } from './connections/list-connections/contract.ts';
import { revokeConnection } from './connections/revoke-connection/contract.ts';
import { createUpload } from './imports/create-upload/contract.ts';
import { getOwnSite } from './imports/get-own-site/contract.ts';
import { getUpload } from './imports/get-upload/contract.ts';
import { listImports } from './imports/list-imports/contract.ts';
import { startUpload } from './imports/start-upload/contract.ts';
import { undoImport } from './imports/undo-import/contract.ts';
import { endSchedule } from './workspace/end-schedule/contract.ts';
import { forgetSavedQuestion } from './workspace/forget-saved-question/contract.ts';
import { listSavedQuestions } from './workspace/list-saved-questions/contract.ts';
import { listShares } from './workspace/list-shares/contract.ts';
import { openSharedAnswer } from './workspace/open-shared-answer/contract.ts';
import { renameSavedQuestion } from './workspace/rename-saved-question/contract.ts';
import { saveQuestion } from './workspace/save-question/contract.ts';
import { scheduleQuestion } from './workspace/schedule-question/contract.ts';
import { shareAnswer } from './workspace/share-answer/contract.ts';
import { withdrawShare } from './workspace/withdraw-share/contract.ts';

/** Every endpoint under `/v1` that is not a tool, in the order the docs list them. */
export const endpointCatalog = [
  getCapabilities,
  getCredits,
  listApiCredentials,
  createApiCredential,
  changeApiCredential,
  rotateApiCredential,
  revokeApiCredential,
  listUsage,
  summarizeUsage,
  getAnswer,
  shareAnswer,
  listShares,
  withdrawShare,
  openSharedAnswer,
  saveQuestion,
  listSavedQuestions,
  renameSavedQuestion,
  scheduleQuestion,
  endSchedule,
  forgetSavedQuestion,
  createUpload,
  startUpload,
  getUpload,
  listImports,
  undoImport,
  getOwnSite,
  listConnections,
  changeConnection,
  revokeConnection,
] as const satisfies readonly EndpointContract[];
