/* This service worker has no imports, because some browsers do not support modules as service workers. */

/** The service worker's scope, which TypeScript's types for pages do not include. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly PageClient[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushReceived) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationClicked) => void): void;
}

interface PageClient {
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface WorkerEvent {
  waitUntil(promise: Promise<unknown>): void;
}

interface PushReceived extends WorkerEvent {
  data: { json(): { orderId: string; pieces: number; leavesBy: string } } | null;
}

interface NotificationClicked extends WorkerEvent {
  notification: Notification;
}

const worker = globalThis as unknown as WorkerScope;

worker.addEventListener("push", (event) => {
  if (event.data === null) return;
  const { orderId, pieces, leavesBy } = event.data.json();
  event.waitUntil(
    worker.registration.showNotification(`To pack: ${orderId}`, {
      body: `${pieces} ${pieces === 1 ? "piece" : "pieces"}, send by ${leavesBy}`,
      // A second notification about the same order replaces the first.
      tag: orderId,
      icon: "/icon-192.png",
      data: { open: `/orders/${encodeURIComponent(orderId)}` },
    }),
  );
});

worker.addEventListener("notificationclick", (event) => {
  const { open } = event.notification.data as { open: string };
  event.notification.close();
  event.waitUntil(show(open));
});

async function show(path: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return void (await worker.clients.openWindow(path));
  // The browser may refuse to focus the page.
  await page.focus().catch(() => {});
  page.postMessage({ open: path });
}
