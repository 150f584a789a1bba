/**
 * Pages for visitors that only the operator of a service can write, whole or
 * in part: prices and status are known to the service, and stand below what the
 * operator says of them, if anything.
 */
export const operatorTexts = {
  pricing: { path: '/pricing', title: 'Prices' },
  status: { path: '/status', title: 'Status' },
  privacy: { path: '/privacy', title: 'Privacy policy' },
  terms: { path: '/terms', title: 'Terms of service' },
} as const;

export type OperatorTextName = keyof typeof operatorTexts;

/** Who sells, as invoices say it: name, address, tax number. Has no page. */
export const sellerText = 'seller';

export function isOperatorText(name: string): name is OperatorTextName {
  return Object.hasOwn(operatorTexts, name);
}

/** Links to the texts, for the foot of a page. */
export const linksToTexts = Object.values(operatorTexts)
  .map(({ path, title }) => `<a href="${path}">${title}</a>`)
  .join(' · ');
