import webPush from "web-push";

/** A key pair for browser pushes, and what the program is started with for them. */
const { publicKey, privateKey } = webPush.generateVAPIDKeys();

export const vapid = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: "mailto:office@lintel.test",
};
