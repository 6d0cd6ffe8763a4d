import { placeOrder } from "#shop/orders/endpoints.ts";
import { shippingAddress } from "../../support/shipping-address.ts";
import type { Shop } from "../../support/shop.ts";
import { runInShop as inCrowdedShop, type Member } from "../chaos/crowd.ts";
import { RARE_PIECES } from "../chaos/seed-crowd.ts";
import { toNoneFigure, type Scenario } from "../scenario.ts";
import { formatCounts, type Hit, sendHit, repeatTimes, sendVolley } from "./calls.ts";
import { createVictim } from "./victim.ts";

const ACCOUNTS = 40;
const HONEST = 5;
const HOSTAGE_TAKER = "203.0.113.66";
/** Of what is left, for all new accounts of one address together; see `shop/orders/holds.ts`. */
const MOST_HELD = Math.floor((RARE_PIECES * 3) / 4);

export const holds: Scenario = {
  name: "holds",
  summary: `${ACCOUNTS} new accounts at one address order all there is and do not pay; others want some too`,
  threat: "T35",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: (run) =>
    inCrowdedShop(run, { buyers: HONEST }, async ({ shop, rareIn, listBuyers }) => {
      const piece = rareIn(0);
      const takers = await sendVolley(repeatTimes(ACCOUNTS, String), 4, () => createVictim(shop));
      const requests = takers.flatMap(({ accessToken }) =>
        [RARE_PIECES, 5, 1, 1].map((quantity) => ({ accessToken, quantity })),
      );
      const hits = await sendVolley(requests, 40, ({ accessToken, quantity }) =>
        sendOrder(shop, accessToken, { piece, quantity, from: HOSTAGE_TAKER }),
      );
      const held = requests.reduce(
        (sum, { quantity }, index) => sum + (hits[index]?.status === 200 ? quantity : 0),
        0,
      );
      const honest = await sendVolley(listBuyers(0), HONEST, ({ token }: Member, place) =>
        sendOrder(shop, token, { piece, quantity: 1, from: `198.51.100.${place + 1}` }),
      );
      run.say(`those who do not mean to pay: ${formatCounts(hits)}; the others: ${formatCounts(honest)}`);
      const odd = hits.filter(({ status }) => ![200, 409, 429].includes(status));
      return [
        { what: "pieces held without paying", value: held, atMost: MOST_HELD },
        {
          what: "others who could order one",
          value: honest.filter(({ status }) => status === 200).length,
          atLeast: HONEST,
        },
        toNoneFigure(
          "answers of another kind",
          odd.map(({ status, text }) => `${status} ${text.slice(0, 100)}`),
        ),
      ];
    }),
};

interface HoldRequest {
  piece: string;
  quantity: number;
  from: string;
}

const sendOrder = (shop: Shop, token: string, { piece, quantity, from }: HoldRequest): Promise<Hit> =>
  sendHit(shop.url, {
    path: placeOrder.path,
    body: { items: [{ productId: piece, quantity }], shippingAddress },
    token,
    from,
  });
