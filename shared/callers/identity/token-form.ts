/** Whether a secret has the three-part form of a token; cheap, for choosing who looks at it. */
export function looksLikeToken(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/u.test(secret);
}
