// The customers' pages of bench-live.mjs, in a thread of their own.

import { parentPort, workerData } from "node:worker_threads";
import { io } from "socket.io-client";
import { readClock } from "./bench-live-clock.mjs";

const { url, customers } = workerData;
for (const customer of customers) await openPage(customer);
parentPort.postMessage({ orderId: "ready" });

/** It is notified of a change and reads the orders again. */
function openPage({ accountId, accessToken }) {
  return new Promise((resolve, reject) => {
    const page = io(url, {
      transports: ["websocket"],
      forceNew: true,
      extraHeaders: { origin: url },
      auth: { token: accessToken },
    });
    page.once("connect", resolve);
    page.once("connect_error", reject);
    page.on("orderUpdated", async ({ orderId }) => {
      const heard = readClock();
      const headers = { authorization: `Bearer ${accessToken}` };
      const answer = await fetch(`${url}/api/orders/user/${accountId}`, { headers });
      if (!(await answer.text()).includes(orderId)) throw new Error(`${orderId} is not in the list.`);
      parentPort.postMessage({ orderId, heard, read: readClock() });
    });
  });
}
