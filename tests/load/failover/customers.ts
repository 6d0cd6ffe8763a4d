import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { addToCart, readCart } from "#shop/cart/endpoints.ts";
import type { Db } from "#platform/database/database.ts";
import {
  type Seen,
  type Visit,
  ask,
  checkOut,
  planCheckouts,
  retryUntilFinal,
  sendPost,
} from "../checkout.ts";
import type { Member } from "../crowded-shop.ts";
import { type Figure, toNoneFigure } from "../scenario.ts";

const CUSTOMERS = 50;
const PAUSE_MS = 600;
const GIVE_UP_MS = 300_000;
/** The piece each customer leaves in the cart. */
const SAVED = "teak-tray";

/** Customers who come one after the other, 50 at a time, half of them at each shop. */
export interface Customers {
  seen: Seen;
  /** The customers who were told that a piece is in the cart. */
  carts: string[];
  /** How long no order was acknowledged at its longest, from a moment on: 0 when there was none since. */
  findGap(since: number, shopUrl?: string): number;
  /** Lets those that have begun end, however often they have to try. */
  stop(): Promise<void>;
}

export function letCustomersIn(
  shopUrls: readonly string[],
  members: readonly Member[],
  rareId: string,
): Customers {
  const planned = planCheckouts(members, rareId);
  const queue = [...planned.checkouts];
  const seen: Seen = { ...planned, checkouts: [] };
  const carts: string[] = [];
  const acknowledgements: { at: number; shopUrl: string }[] = [];
  const giveUp = AbortSignal.timeout(GIVE_UP_MS);
  const closing = new AbortController();

  const serve = async (visit: Visit) => {
    await sleep(Math.random() * PAUSE_MS);
    for (let checkout = queue.shift(); checkout && !closing.signal.aborted; checkout = queue.shift()) {
      seen.checkouts.push(checkout);
      await browse(visit, checkout.member, carts);
      await checkOut(visit, checkout);
      if (checkout.orderId) acknowledgements.push({ at: checkout.acknowledgedAt, shopUrl: visit.shopUrl });
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  };
  const served = Array.from({ length: CUSTOMERS }, (_, index) =>
    serve({ shopUrl: shopUrls[index % shopUrls.length] ?? "", seen, giveUp }).catch((cause: unknown) => {
      seen.anomalies.push(String(cause));
    }),
  );
  return {
    seen,
    carts,
    findGap(since, shopUrl) {
      const moments = acknowledgements
        .filter((each) => each.at >= since && (shopUrl ?? each.shopUrl) === each.shopUrl)
        .map(({ at }) => at)
        .toSorted((one, other) => one - other);
      return Math.max(0, ...moments.map((at, index) => at - (moments[index - 1] ?? since)));
    },
    async stop() {
      closing.abort();
      await Promise.all(served);
    },
  };
}

/** Looks at a page and the cart, and puts a piece into it. */
async function browse(visit: Visit, member: Member, carts: string[]): Promise<void> {
  await ask(visit, "/wooden-bowls", {});
  await ask(visit, readCart.path, { headers: { authorization: `Bearer ${member.token}` } });
  const added = await retryUntilFinal(visit, (once) =>
    sendPost(once, addToCart.path, member, { productId: SAVED, quantity: 1 }),
  );
  if (added.status === 200) carts.push(member.accountId);
  else visit.seen.anomalies.push(`POST ${addToCart.path}: ${added.status} ${added.code}`);
}

/** Pieces that were acknowledged and are in no cart any more. */
export async function findLostCarts(db: Db, carts: readonly string[]): Promise<Figure> {
  const { rows } = await db.execute<{ account: string }>(sql`
    select account from unnest(${sql.param(carts)}::uuid[]) as given(account)
     where not exists (select 1 from cart_line where account_id = account and product_id = ${SAVED})`);
  return toNoneFigure(
    "carts lost",
    rows.map(({ account }) => `what ${account} put into the cart is gone`),
  );
}
