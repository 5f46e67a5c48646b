import { createECDH } from "node:crypto";
import { type Setting, SettingError, StartError } from "./settings.ts";

/** VAPID keys that sign browser pushes (RFC 8292), in base64url, the form that browsers use. */
export type PushConfig = {
  publicKey: string;
  privateKey: string;
  /** The operator's contact for push services: `mailto:` or `https://`. */
  subject: string;
};

/** A key of the given length in base64url without padding; `null` when it is not set. */
export function vapidKey(bytes: 32 | 65): Setting<string | null> {
  return {
    parse(value) {
      if (value === undefined) return null;
      if (/^[\w-]+$/.test(value) && Buffer.from(value, "base64url").length === bytes) return value;
      throw new SettingError(
        `must be ${bytes} bytes in base64url, without = (make a pair: npx web-push generate-vapid-keys)`,
      );
    },
  };
}

/** Apple's push service refuses spaces, brackets and localhost, with errors that do not name the cause. */
export function vapidSubject(): Setting<string | null> {
  return {
    parse(value) {
      if (value === undefined) return null;
      const isMail = /^mailto:[^\s<>@]+@[^\s<>@]+$/.test(value);
      const isSite = /^https:\/\/(?!localhost(?![\w.-]))[^\s<>@]+$/.test(value) && URL.canParse(value);
      if (isMail || isSite) return value;
      throw new SettingError(
        "must be mailto:office@example.com, or an https:// address other than localhost",
      );
    },
  };
}

/** True when the keys are one pair. With a mismatched public key, browsers would subscribe in vain. */
export function isKeyPair(publicKey: string, privateKey: string): boolean {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(privateKey, "base64url");
  } catch {
    return false;
  }
  return pair.getPublicKey().equals(Buffer.from(publicKey, "base64url"));
}

type Read = (name: "VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY" | "VAPID_SUBJECT") => string | null;

/** All three or none: a partial configuration would go unnoticed until an alert is missing. */
export function readPush(read: Read): PushConfig | null {
  const publicKey = read("VAPID_PUBLIC_KEY");
  const privateKey = read("VAPID_PRIVATE_KEY");
  const subject = read("VAPID_SUBJECT");
  if (publicKey === null && privateKey === null && subject === null) return null;
  if (publicKey === null || privateKey === null || subject === null) {
    throw new StartError("VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be set together.");
  }
  if (!isKeyPair(publicKey, privateKey)) {
    throw new StartError("VAPID_PRIVATE_KEY must be the one that was made together with VAPID_PUBLIC_KEY.");
  }
  return { publicKey, privateKey, subject };
}
