import { ServiceError } from '#shared/platform/errors.ts';

/** A failure that concerns only the caller that met it, such as a spent budget; those who wait try for themselves. */
export class OwnFailure extends ServiceError {}
