import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { addToCart } from "#shop/cart/endpoints.ts";
import { listProducts } from "#shop/catalogue/endpoints.ts";
import type { Shop } from "../../support/shop.ts";
import { repeatTimes, sendVolley } from "./calls.ts";
import type { Crowd, Served } from "./crowd.ts";
import { expectDone, createVictim } from "./victim.ts";

/** Visitors with one request at a time each; one of these numbers keeps the shop busiest. The first warms it up. */
export const CROWDS = [32, 32, 96, 192];

/** Enough that none of them changes their cart more often than a customer may. */
const CUSTOMERS = 240;

export async function fillCarts(shop: Shop): Promise<Pick<Crowd, "tokens" | "productId">> {
  const { data } = (await expectDone(shop, listProducts.path)) as { data: { _id: string }[] };
  const productId = data[0]?._id ?? "";
  const tokens = await sendVolley(
    repeatTimes(CUSTOMERS, (index) => index),
    4,
    async () => {
      const { accessToken: token } = await createVictim(shop);
      await expectDone(shop, addToCart.path, { productId, quantity: 1 }, { token });
      return token;
    },
  );
  return { tokens, productId };
}

/** Sends from a thread of its own, so that reading the answers does not delay sending. */
export async function sendCrowd(crowd: Crowd): Promise<Served> {
  const worker = new Worker(new URL("crowd-thread.ts", import.meta.url), { workerData: crowd });
  const [served] = (await once(worker, "message")) as [Served];
  await worker.terminate();
  return served;
}
