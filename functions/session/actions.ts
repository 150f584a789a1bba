import type { sessionFunction } from './contract.ts';
import type { SessionAction } from './session-handler.ts';
import { endSession, exchangeToken, listSessions } from './sessions.ts';
import { sendCode, signOut, verifyCode } from './sign-in.ts';

type SessionPath = (typeof sessionFunction.routes)[number]['path'];

/** What answers each session route; the compiler demands each. */
export const sessionActions: Readonly<Record<SessionPath, SessionAction>> = {
  '/session/code': sendCode,
  '/session/verify': verifyCode,
  '/session/token': exchangeToken,
  '/session/list': listSessions,
  '/session/end': endSession,
  '/session/sign-out': signOut,
};
