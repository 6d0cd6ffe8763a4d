/*
 * The service worker of the desk. It shows notifications and opens their order. It caches nothing and handles no requests. It imports
 * nothing, because a worker that is a module does not run in every browser.
 */

/** The parts of the worker's scope that are used here, because the types of a page do not contain them. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly PageClient[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(type: "push", listener: (event: PushReceived) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationClicked) => void): void;
}

/** An open page of the desk. */
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
      body: `${pieces} ${pieces === 1 ? "piece" : "pieces"}, leaves by ${leavesBy}`,
      // A repeated one replaces the first.
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

/** Shows a screen in an open page of the desk, otherwise in a new one. */
async function show(path: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return void (await worker.clients.openWindow(path));
  // A browser may refuse to bring the page to the front.
  await page.focus().catch(() => {});
  page.postMessage({ open: path });
}
