import { client } from "./api.ts";
import { ApiError } from "./api-error.ts";

/** Shows what is pushed (server/src/web/console/notification-worker.ts). */
const WORKER = "/console/notifications.js";

export const canNotify = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Of this browser; null for none. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration("/console/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Has the person allow notifications, and tells the API where to push them to. */
export async function subscribe(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new ApiError(400, "The browser was not allowed to show notifications.");
  const worker = await navigator.serviceWorker.register(WORKER, { scope: "/console/" });
  await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause: unknown) => {
      throw new ApiError(400, "The browser's push service does not answer. Try again later.", {}, { cause });
    });
  await register(subscription).catch(async (error: unknown) => {
    await subscription.unsubscribe();
    throw error;
  });
}

/** Browsers renew their subscriptions, and another person may have signed in: the API is told at each visit. */
export async function renewSubscription(): Promise<void> {
  const subscription = canNotify ? await ownSubscription() : null;
  // The next visit tries again.
  if (subscription) await register(subscription).catch(() => {});
}

/** Before a person signs out: the browser shows their notifications no more. */
export async function endSubscription(): Promise<void> {
  const subscription = canNotify ? await ownSubscription() : null;
  if (!subscription) return;
  await unregister(subscription);
  // Nothing is pushed to it any more: signing out does not depend on the browser's push service.
  await subscription.unsubscribe().catch(() => {});
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint = "", keys } = subscription.toJSON();
  await client.POST("/api/v1/admin/push/subscriptions", {
    body: { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } },
  });
}

async function unregister({ endpoint }: PushSubscription): Promise<void> {
  await client.DELETE("/api/v1/admin/push/subscriptions", { body: { endpoint } }).catch((error: unknown) => {
    // Of a person who was signed in here before, or ended by the push service.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  });
}

export async function unsubscribe(subscription: PushSubscription): Promise<void> {
  await unregister(subscription);
  await subscription.unsubscribe();
}
