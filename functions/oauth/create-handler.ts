import { askForDocument } from '#functions/client-metadata/ask-for-document.ts';
import type { DocumentQuestion } from '#functions/client-metadata/document.ts';
import type { Foundation } from '#functions/foundation.ts';
import { sessionSetting } from '#functions/session/services.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { oauthHandler } from './oauth-handler.ts';
import { createOAuthServices } from './services.ts';

export function createHandler(foundation: Foundation): GatewayHandler {
  const fetchDocument = askForDocument(documentReader(foundation));
  return oauthHandler(async () =>
    createOAuthServices({ ...(await sessionSetting(foundation)), fetchDocument }),
  );
}

/** The function that reads documents, which holds no secret; on one machine in this process. */
function documentReader(foundation: Foundation): (question: DocumentQuestion) => Promise<unknown> {
  const { calledFunction: name } = foundation;
  return async (question) => {
    if (name === undefined) {
      const { createHandler: createReader } = await import('#functions/client-metadata/create-handler.ts');
      return createReader(foundation)(question);
    }
    const { createInvoker } = await import('#shared/platform/invoke/invoke-function.ts');
    return createInvoker()(name, question);
  };
}
