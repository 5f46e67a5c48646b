/** Shown while a page loads, from a moment on: most loads are faster. */
export function Loading() {
  return (
    <p className="loading" role="status">
      Loading …
    </p>
  );
}
