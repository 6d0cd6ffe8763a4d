import { parentPort, workerData } from "node:worker_threads";
import { placeOrder } from "#shop/orders/endpoints.ts";
import { openLeanConnection } from "../attack/lean-connection.ts";
import type { Buyers, Bought } from "./buyers.ts";

// Runs as a thread of its own; tests/load/bench/buyers.ts starts it.

const { port, tokens, atOnce, productIds, address } = workerData as Buyers;
const connections = Array.from({ length: atOnce }, () => openLeanConnection(port));
await Promise.all(connections.map(({ opened }) => opened));

const waiting = [...tokens];
const ms: number[] = [];
const others: string[] = [];
const began = performance.now();
await Promise.all(
  connections.map(async (connection, place) => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
      const at = waiting.length;
      const items = [0, 1, 2].map((line) => ({
        productId: productIds[(at + line * 7) % productIds.length] ?? "",
        quantity: 1,
      }));
      const answer = await connection.ask({
        method: placeOrder.method,
        path: placeOrder.path,
        from: `10.1.${place}.1`,
        token,
        body: JSON.stringify({ items, shippingAddress: address }),
        headers: `idempotency-key: bench-${String(at).padStart(12, "0")}-${token.slice(0, 8)}\r\n`,
      });
      if (answer.status === 200 || answer.status === 201) ms.push(answer.ms);
      else others.push(String(answer.status));
    }
  }),
);
parentPort?.postMessage({ ms, others, tookMs: performance.now() - began } satisfies Bought);
