const patienceMs = 120_000;

/** Brings a person back to a client that shows its address before it listens there. */
export async function deliver(url: string): Promise<void> {
  for (const deadline = Date.now() + patienceMs; ; ) {
    try {
      await fetch(url);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
