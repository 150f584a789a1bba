/** Brings a person back to a client that shows its address before it listens there. */
export async function deliver(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
