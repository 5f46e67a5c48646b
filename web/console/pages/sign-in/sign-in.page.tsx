import { useLocation, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { MailedLink } from "./mailed-link.tsx";
import { codeReply } from "./oidc-request.ts";
import { ProviderReturn } from "./provider-return.tsx";
import { SignInMethods } from "./sign-in-methods.tsx";
import { keepWantedPage } from "./wanted-page.ts";

/** Signs in by what the server offers, by a mailed link that was opened, or by the reply of the identity provider. */
export function SignInPage() {
  const { to, ended } = useSearch({ from: "/sign-in" });
  // A link's token stands behind the `#`, which reaches no server. A link may be opened in a window that shows this page already.
  const token = new URLSearchParams(useLocation({ select: ({ hash }) => hash })).get("token");
  const [reply] = useState(() => codeReply(location.search));
  useEffect(() => {
    document.title = "Sign in · Lintel";
    if (to !== undefined) keepWantedPage(to);
  }, [to]);
  return (
    <main id="main" className="sign-in">
      <p className="wordmark">Lintel</p>
      <h1>Sign in</h1>
      {token !== null ? (
        <MailedLink key={token} token={token} />
      ) : reply !== null ? (
        <ProviderReturn reply={reply} />
      ) : (
        <>
          {ended && (
            <p className="notice warn" role="status">
              You have been signed out: your session has ended. Sign in again to go on.
            </p>
          )}
          <SignInMethods />
        </>
      )}
    </main>
  );
}
