import { type Setting, SettingError } from "../config/settings.ts";

/** The mail server that MAIL_URL names. */
export type MailServer = {
  host: string;
  port: number;
  /** smtps: encrypted from the first byte. */
  secure: boolean;
  /**
   * Of smtp: whether to go on when the server offers no STARTTLS. `required` wherever a password leaves this machine, or
   * a network in between could read it; `off` never asks for it.
   */
  starttls: "required" | "offered" | "off";
  login: { user: string; password: string } | null;
};

/** Reads MAIL_URL; null when it is not set. No message repeats the value: it may hold a password. */
export function mailServer(): Setting<MailServer | null> {
  return {
    parse(value) {
      if (value === undefined) return null;
      const url = URL.canParse(value) ? new URL(value) : null;
      if (!url || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") {
        throw new SettingError(
          "must be smtp://user:password@host:587 or smtps://… (escape @ / # ? % in them: %40 %2F %23 %3F %25)",
        );
      }
      if (url.hash !== "" || !/^\/?$/.test(url.pathname))
        throw new SettingError("must end in the host and port");
      const secure = url.protocol === "smtps:";
      const login = loginOf(url);
      return {
        host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
        port: Number(url.port) || (secure ? 465 : 587),
        secure,
        starttls: starttlsOf(url) ?? (login && !isThisMachine(url.hostname) ? "required" : "offered"),
        login,
      };
    },
  };
}

function loginOf({ username, password }: URL): MailServer["login"] {
  if (username === "" && password === "") return null;
  if (username === "" || password === "")
    throw new SettingError("must hold both the user and the password, or neither");
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new SettingError("has a malformed escape in its user or password (write % as %25)");
  }
}

function starttlsOf({ protocol, searchParams }: URL): "required" | "off" | null {
  const [option, ...more] = [...searchParams];
  if (!option) return null;
  const [name, value] = option;
  if (more.length > 0 || name !== "starttls" || protocol !== "smtp:")
    throw new SettingError("takes no option but starttls, of smtp://");
  if (value === "required" || value === "off") return value;
  throw new SettingError("has an option starttls that must be required or off");
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
