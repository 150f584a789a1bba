import { endpointsWith } from '#functions/endpoints-with.ts';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { getAnswer as contract } from './contract.ts';
import { getAnswer } from './logic.ts';

/** Opens kept answers; of the account's other endpoints none reads them. */
export const createHandler = endpointsWith(createAnswerArchive)(contract, getAnswer);
