/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

export const saveJson = (value: unknown, name: string) =>
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }), name);
export const saveCsv = (text: string, name: string) => saveFile(new Blob([text], { type: 'text/csv' }), name);
