// One name for each attempt to have a job made, so that asking twice makes one job.

/** The name for a request: the same while the same is asked for and no answer has come. */
export class Attempts {
  private asked: { body: string; key: string } | null = null;

  keyFor(body: string): string {
    if (this.asked?.body !== body) this.asked = { body, key: newKey() };
    return this.asked.key;
  }

  /** An answer came, whatever it says: the next request is another one. */
  answered(): void {
    this.asked = null;
  }
}

// crypto.randomUUID is missing on pages that are not served over https
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `make-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
