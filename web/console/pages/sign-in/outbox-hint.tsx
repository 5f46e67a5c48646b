import { useQuery } from "@tanstack/react-query";

/** Where mail is while no mail server is set up: the server shows it on this machine alone. */
export function OutboxHint() {
  const isHere = /^(?:.+\.)?localhost$|^127\.0\.0\.1$|^\[::1\]$/.test(location.hostname);
  const { data } = useQuery({
    queryKey: ["outbox"],
    queryFn: async () => (await fetch("/outbox", { method: "HEAD", redirect: "error" })).ok,
    enabled: isHere,
    retry: false,
  });
  if (!data) return null;
  return (
    <p className="notice note">
      No mail server is set up here. <a href="/outbox">The mail is in the outbox of this machine</a>.
    </p>
  );
}
