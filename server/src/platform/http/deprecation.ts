/**
 * What will be removed from the API. It works unchanged until the sunset, at least six months after it was announced
 * (docs/operations/releases.md).
 */
export type Deprecation = {
  /** The day of the announcement, `2026-12-01`. */
  since: string;
  /** The first day on which it may be gone. */
  sunset: string;
  /** What to use instead. */
  instead: string;
  /** Parameters or fields of the reply, whose schemas have `deprecated: true`; without them the whole operation is deprecated. */
  fields?: readonly string[];
};

/** RFC 9745 and RFC 8594. */
export function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
  };
}

/** A sentence for the operation's description. */
export function describeDeprecation({ since, sunset, instead, fields }: Deprecation): string {
  const what = fields ? fields.map((field) => `\`${field}\``).join(" and ") : "This operation";
  const verb = fields && fields.length > 1 ? "are" : "is";
  return `${what} ${verb} deprecated since ${since} and may be gone from ${sunset} on: ${instead}. Replies have the headers Deprecation and Sunset.`;
}
