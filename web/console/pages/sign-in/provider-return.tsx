import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client } from "../../app/api.ts";
import { ApiError } from "../../app/api-error.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { type CodeReply, takeRequest } from "./oidc-request.ts";
import { openWantedPage } from "./wanted-page.ts";

/** Signs in by the code that the identity provider has sent back. A code is used once, so nothing is repeated. */
export function ProviderReturn({ reply }: { reply: CodeReply }) {
  const { isSuccess, error } = useQuery({
    queryKey: ["provider reply", reply.state],
    queryFn: () => signInByReply(reply),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (isSuccess) openWantedPage();
  }, [isSuccess]);
  if (!error) return <p role="status">Signing in …</p>;
  return (
    <>
      <ErrorNotice error={error} />
      <a className="button" href="/console/sign-in">
        Start again
      </a>
    </>
  );
}

async function signInByReply({ code, state, error }: CodeReply): Promise<true> {
  const request = takeRequest(state);
  if (request === null)
    throw new ApiError(400, "This reply belongs to no sign-in that was begun in this tab: start again.");
  if (code === null) throw new ApiError(400, `The identity provider has not signed you in: ${error}`);
  await client.POST("/api/auth/sessions", { body: { oidc_code: code, ...request } });
  return true;
}
