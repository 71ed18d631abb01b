/** A shape lifted out of its ground. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
      <path
        className="fill-ink"
        d="M6 6h9.2a6 6 0 0 0-.2 1.5A5.5 5.5 0 0 0 18 12.4V18a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4v-8a4 4 0 0 1 4-4Z"
      />
      <circle className="fill-accent" cx="18.500" cy="5.500" r="4" />
    </svg>
  );
}
