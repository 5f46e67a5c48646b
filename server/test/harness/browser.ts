import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** What a browser's `PushSubscription.toJSON()` says. */
export type SubscriptionJson = {
  endpoint: string;
  expirationTime: number | null;
  keys: { p256dh: string; auth: string };
};

/** A browser that is subscribed at a push service: it alone can read what is pushed to it. */
export type Browser = { json: SubscriptionJson; read(body: Buffer): string };

export function openBrowser(endpoint: string): Browser {
  const keys = createECDH("prime256v1");
  const publicKey = keys.generateKeys();
  const auth = randomBytes(16);
  return {
    json: {
      endpoint,
      expirationTime: null,
      keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    },
    // RFC 8291 and RFC 8188, by the letter.
    read(body) {
      const salt = body.subarray(0, 16);
      const recordSize = body.readUInt32BE(16);
      const idLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + idLength);
      const record = body.subarray(21 + idLength);
      if (record.length > recordSize) throw new Error("more than one record");
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = derived(keys.computeSecret(sender), auth, info, 32);
      const key = derived(secret, salt, "Content-Encoding: aes128gcm\0", 16);
      const nonce = derived(secret, salt, "Content-Encoding: nonce\0", 12);
      const cipher = createDecipheriv("aes-128-gcm", key, nonce);
      cipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
      const end = padded.lastIndexOf(2);
      if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no padding");
      return padded.subarray(0, end).toString("utf8");
    },
  };
}

function derived(secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}
