import { createStore } from "#client/store.ts";
import { callSignInApi, DeskError } from "./desk-calls.ts";
import { describeBrowser } from "./passkeys.ts";

/* Notifications about new paid orders on this device (Web Push). The page requests the permission only after a tap. */

const WORKER = "/notify-worker.js";
/** The scope of the worker. No page is in this scope, so the worker does not handle requests of pages. */
const SCOPE = "/notify/";

/** The id under which this browser is registered for notifications; null if it is not registered. */
export const pushHere = createStore<string | null>(null);

/** Returns the reason why this browser cannot show notifications, with advice for the user; null if it can. */
export function findObstacle(): string | null {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis))
    return /iPhone|iPad/.test(navigator.userAgent)
      ? "On an iPhone or iPad, put the desk on the Home Screen first: tap Share, then Add to Home Screen. Open it from there and come back to this page."
      : "This browser cannot show notifications. Open the desk in Chrome, Edge, Firefox or Safari.";
  if (Notification.permission === "denied")
    return `This browser blocks notifications from ${location.host}. Tap the icon beside the address, allow notifications, then reload this page.`;
  return null;
}

/** Asks the user for permission, and registers this browser for notifications. @throws DeskError */
export async function startNotifying(shopKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new DeskError(
      "refused",
      findObstacle() ?? "You did not allow notifications. To get them, tap again and allow them.",
    );
  const push = await subscribe(shopKey);
  const { endpoint, keys } = push.toJSON();
  const { id } = await callSignInApi<{ id: string }>("push", {
    device: describeBrowser(),
    push: { endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"], shopKey },
  });
  pushHere.set(id);
}

async function subscribe(shopKey: string): Promise<PushSubscription> {
  try {
    const { pushManager } = await register();
    // A subscription with an earlier key of the shop would prevent the new one.
    await (await pushManager.getSubscription())?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: shopKey });
  } catch {
    throw new DeskError(
      "refused",
      "The browser's service for notifications could not be reached. Check that this device is online, then try again.",
    );
  }
}

/** Registers the worker and waits until it is active, because a browser cannot subscribe earlier. */
async function register(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return registration;
  await new Promise<void>((resolve, reject) =>
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant")
        reject(new Error("The browser could not start the notifications. Please try again."));
    }),
  );
  return registration;
}

const findSubscription = async (): Promise<PushSubscription | null> => {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager?.getSubscription()) ?? null;
};

/** Links this browser's subscription to the new session. Unsubscribes if the shop no longer has the subscription. */
export async function renewPush(): Promise<void> {
  const push = await findSubscription().catch(() => null);
  if (!push) return;
  const { endpoint } = push;
  const renewed = await callSignInApi<{ id: string | null }>("push/renew", { endpoint }).catch(() => null);
  if (renewed === null) return;
  if (renewed.id === null) await unsubscribe(push);
  pushHere.set(renewed.id);
}

/** Ends the notifications on this or another device. @throws DeskError */
export async function stopNotifying(id: string): Promise<void> {
  await callSignInApi("push/remove", { id });
  if (id === pushHere.get()) await forgetPush();
}

/** Unsubscribes this browser. The shop deletes its record of the subscription at sign-out and on `push/remove`. */
export async function forgetPush(): Promise<void> {
  pushHere.set(null);
  await unsubscribe(await findSubscription().catch(() => null));
}

/** Ignores an error of the browser, because the shop no longer sends to this subscription. */
const unsubscribe = async (push: PushSubscription | null): Promise<unknown> =>
  push?.unsubscribe().catch(() => false);

export function followNotifications(open: (path: string) => void): () => void {
  if (!("serviceWorker" in navigator)) return () => {};
  const handleMessage = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    if (typeof data?.open === "string" && data.open.startsWith("/orders/")) open(data.open);
  };
  navigator.serviceWorker.addEventListener("message", handleMessage);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener("message", handleMessage);
}
