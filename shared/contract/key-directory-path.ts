/** Where sites look for the keys of a `Signature-Agent` (Web Bot Auth, IANA's registry of well-known URIs). */
export const keyDirectoryPath = '/.well-known/http-message-signatures-directory';
