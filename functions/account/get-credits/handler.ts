import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import { liveAccountServices } from '../live-account-services.ts';
import { getCredits as contract } from './contract.ts';
import { getCredits } from './logic.ts';

export const handler = endpointHandler(contract, getCredits, liveAccountServices);
