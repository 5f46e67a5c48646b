import { permissions } from "../http/permissions.ts";

/** The permissions in the document's description, generated from the table that authorizes the routes. */
export function describePermissions(): string {
  const rows = Object.entries(permissions).map(([name, { roles, refusal }]) => {
    const who = roles === null ? "everybody, without credentials" : roles.join(", ");
    return `| ${name} | ${who} | ${refusal ? `403 \`${refusal}\`` : ""} |`;
  });
  return [
    "Real-estate brokerage platform API.",
    "",
    "Credentials are an API key in `X-API-Key`, or an access token of the OpenID provider as `Authorization: Bearer`; when",
    "both are sent, the key decides. A token's roles are `admin`, `broker`, `brokerage_owner` (the same as broker) and",
    "`agent`; the highest counts.",
    "",
    "| permission | roles | reply to others |",
    "|---|---|---|",
    ...rows,
    "",
    "Another brokerage's record answers as a missing one.",
  ].join("\n");
}
