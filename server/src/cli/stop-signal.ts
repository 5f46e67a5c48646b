/** Aborted by the first Ctrl-C; the second one ends the process as usual. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    process.stderr.write("\nStopping at the next safe point. Once more to end at once.\n");
    controller.abort();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  return controller.signal;
}
