import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";

/** Where the provider asks people who they are. */
export const INTERACTION = "/interaction/";

/** Answers as a person who signs in, as `login_hint` of the request says, and agrees. */
export async function signIn(
  provider: Provider,
  audience: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = String(params.login_hint);
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope("openid");
  grant.addResourceScope(audience, "openid");
  const grantId = await grant.save();
  await provider.interactionFinished(
    request,
    response,
    { login: { accountId }, consent: { grantId } },
    { mergeWithLastSubmission: false },
  );
}

/** Follows redirects with the provider's cookies, as a browser does, up to the address that is outside of the provider. */
export async function followTo(outside: string, from: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let url = from, hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const each of reply.headers.getSetCookie()) {
      const [name = "", value = ""] = (each.split(";")[0] as string).split(/=(.*)/s);
      cookies.set(name, value);
    }
    const location = reply.headers.get("location");
    if (location === null) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`);
    url = new URL(location, url);
    if (url.href.startsWith(outside)) return url;
  }
  throw new Error("the provider sends the browser in circles");
}
