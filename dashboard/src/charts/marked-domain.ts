/** The domain that a person marks in listings, until they choose another one. */
const place = 'oriel-marked-domain';

export function storedMark(): string {
  try {
    return localStorage.getItem(place) ?? '';
  } catch {
    return '';
  }
}

export function storeMark(domain: string): void {
  try {
    localStorage.setItem(place, domain);
  } catch {
    // A browser that keeps nothing asks again; that is all.
  }
}

/** The domain itself and its subdomains. */
export function isOfMarked(domain: string, marked: string): boolean {
  const wanted = marked
    .trim()
    .toLowerCase()
    .replace(/^www\./u, '');
  const name = domain.toLowerCase();
  return wanted.includes('.') && (name === wanted || name.endsWith(`.${wanted}`));
}
