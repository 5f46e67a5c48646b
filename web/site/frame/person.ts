/** What a browser sends about its visitor. Pages for everyone never see it (W10). */
export type Person = {
  cookies: ReadonlyMap<string, string>;
  /** Sec-GPC or DNT: no session is begun and nothing is recorded (W21). */
  refusesTracking: boolean;
};

export function personOf(headers: Readonly<Record<string, string | string[] | undefined>>): Person {
  return {
    cookies: cookiesOf(String(headers.cookie ?? "")),
    refusesTracking: headers["sec-gpc"] === "1" || headers.dnt === "1",
  };
}

/** The first of several cookies with one name counts: browsers send the one with the longest path first (RFC 6265, 5.4). */
function cookiesOf(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}
