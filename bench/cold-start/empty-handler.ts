/** Does nothing: what is left is the start of Node itself. */
export const handler = async () => ({ statusCode: 204 });
