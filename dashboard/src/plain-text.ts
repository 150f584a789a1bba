import { exactTime, words } from './format.ts';
import { readableDomain } from './readable-domain.ts';

const toolName = /\b(?:inspect|discover|research|compare|audit|export|explain)_[a-z_]+\b/gu;
const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/gu;
const punycodeHost = /(?:[a-z0-9-]+\.)*xn--[a-z0-9-]+(?:\.[a-z0-9-]+)*/gu;

/** A sentence of an answer, which is written for programs too: without code marks, with times and names as people read them. */
export function plainText(sentence: string): string {
  return sentence
    .replaceAll('`', '')
    .replaceAll(toolName, words)
    .replaceAll(time, (found) => exactTime(found))
    .replaceAll(punycodeHost, (host) => readableDomain(host));
}
