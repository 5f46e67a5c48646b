import { isIPv4, isIPv6 } from "node:net";
import { AppError } from "../../platform/errors.ts";
import { asDomain } from "../../platform/http/host.ts";

const LABEL = "[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?";
const HOST_NAME = new RegExp(`^(?=.{1,253}$)(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`);

/**
 * A domain as it appears in a browser's Host header: lower case, without port and `www.`, international names in
 * punycode, IPv6 addresses in brackets.
 *
 * @throws AppError 422 for text that is not a host name, such as an address with a path.
 */
export function readDomain(text: string): string {
  const typed = text.trim();
  const address = `http://${isIPv6(typed) ? `[${typed}]` : typed}/`;
  const url = URL.canParse(address) && !/[\s/\\?#@]/.test(typed) ? new URL(address) : null;
  const domain = url && asDomain(url.hostname);
  if (domain && !domain.startsWith("www.") && isHost(domain)) return domain;
  throw new AppError("invalid", [
    {
      loc: ["body", "domain"],
      msg: "domain must be a host name such as homes.example.com, without http:// and path",
      type: "value_error",
    },
  ]);
}

function isHost(domain: string): boolean {
  if (domain === "localhost" || isIPv4(domain) || HOST_NAME.test(domain)) return true;
  return domain.startsWith("[") && isIPv6(domain.slice(1, -1));
}
