// The container's HEALTHCHECK, by Node because the image has no curl. Liveness, since docker restarts nothing that is only not ready.
const { PORT = "8000" } = process.env;
const alive = await fetch(`http://127.0.0.1:${PORT}/health/live`, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(alive ? 0 : 1);
