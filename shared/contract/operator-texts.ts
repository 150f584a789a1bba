/** Texts that only the operator of a service can write, each a page of its own. */
export const operatorTexts = {
  privacy: { path: '/privacy', title: 'Privacy policy' },
  terms: { path: '/terms', title: 'Terms of service' },
} as const;

export type OperatorTextName = keyof typeof operatorTexts;

export function isOperatorText(name: string): name is OperatorTextName {
  return Object.hasOwn(operatorTexts, name);
}

/** Links to the texts, for the foot of a page. */
export const linksToTexts = Object.values(operatorTexts)
  .map(({ path, title }) => `<a href="${path}">${title}</a>`)
  .join(' · ');
