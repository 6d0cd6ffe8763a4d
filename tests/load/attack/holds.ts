import { placeOrder } from "#shop/orders/endpoints.ts";
import { shippingAddress } from "../../support/trading.ts";
import type { Shop } from "../../support/shop.ts";
import { inShop as inCrowdedShop, type Member } from "../chaos/crowd.ts";
import { RARE_PIECES } from "../chaos/seed-crowd.ts";
import { none, type Scenario } from "../scenario.ts";
import { countsOf, type Hit, hit, times, volley } from "./calls.ts";
import { makeVictim } from "./victim.ts";

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
  run: (stage) =>
    inCrowdedShop(stage, { buyers: HONEST }, async ({ shop, rareIn, crowdIn }) => {
      const piece = rareIn(0);
      const takers = await volley(times(ACCOUNTS, String), 4, () => makeVictim(shop));
      const wishes = takers.flatMap(({ accessToken }) =>
        [RARE_PIECES, 5, 1, 1].map((quantity) => ({ accessToken, quantity })),
      );
      const hits = await volley(wishes, 40, ({ accessToken, quantity }) =>
        order(shop, accessToken, { piece, quantity, from: HOSTAGE_TAKER }),
      );
      const held = wishes.reduce(
        (sum, { quantity }, place) => sum + (hits[place]?.status === 200 ? quantity : 0),
        0,
      );
      const honest = await volley(crowdIn(0), HONEST, ({ token }: Member, place) =>
        order(shop, token, { piece, quantity: 1, from: `198.51.100.${place + 1}` }),
      );
      stage.say(`those who do not mean to pay: ${countsOf(hits)}; the others: ${countsOf(honest)}`);
      const odd = hits.filter(({ status }) => ![200, 409, 429].includes(status));
      return [
        { what: "pieces held without paying", value: held, atMost: MOST_HELD },
        {
          what: "others who could order one",
          value: honest.filter(({ status }) => status === 200).length,
          atLeast: HONEST,
        },
        none(
          "answers of another kind",
          odd.map(({ status, text }) => `${status} ${text.slice(0, 100)}`),
        ),
      ];
    }),
};

interface Wish {
  piece: string;
  quantity: number;
  from: string;
}

const order = (shop: Shop, token: string, { piece, quantity, from }: Wish): Promise<Hit> =>
  hit(shop.url, {
    path: placeOrder.path,
    body: { items: [{ productId: piece, quantity }], shippingAddress },
    token,
    from,
  });
