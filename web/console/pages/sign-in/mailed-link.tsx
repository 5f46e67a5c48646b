import { useMutation } from "@tanstack/react-query";
import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Icon } from "../../icons/icon.tsx";
import { openWantedPage } from "./wanted-page.ts";

const roles = { admin: "Administrator", broker: "Broker", agent: "Agent" };

/**
 * What a mailed link opens. Scanners of mail open links and run scripts: the link is used up by the button alone, and by the choice of an
 * account where the address has several.
 */
export function MailedLink({ token }: { token: string }) {
  const signIn = useMutation<Schema<"StaffAccount">[] | null, ApiError, string | undefined>({
    async mutationFn(account) {
      const { data } = await client.POST("/api/auth/sessions", { body: { token, account } });
      return data !== undefined && "accounts" in data ? data.accounts : null;
    },
    onSuccess: (accounts) => accounts === null && openWantedPage(),
  });
  if (signIn.error)
    return (
      <>
        <ErrorNotice
          error={signIn.error}
          retry={signIn.error.isPassing ? () => signIn.mutate(undefined) : undefined}
        />
        <a className="button" href="/console/sign-in">
          Request a new link
        </a>
      </>
    );
  if (signIn.data)
    return (
      <section aria-labelledby="accounts" className="form">
        <h2 id="accounts">Sign in as</h2>
        <ul className="account-choice">
          {signIn.data.map(({ account, role, brokerage_name }) => (
            <li key={account}>
              <button type="button" className="button quiet" onClick={() => signIn.mutate(account)}>
                <Icon name={role === "admin" ? "buildings" : "user-circle"} />
                <span>
                  <bdi>{brokerage_name ?? "All brokerages"}</bdi>, {roles[role]}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <>
      <p>You have opened a link that signs you in. It works once.</p>
      <button
        type="button"
        className="button"
        disabled={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate(undefined)}
      >
        Sign in
      </button>
    </>
  );
}
