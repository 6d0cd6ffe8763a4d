import { placeOrder } from "#shop/checkout/endpoints.ts";
import { shippingAddress } from "../../support/samples.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { createStrangerAddress, formatCounts, type CallResult, sendHit, sendVolley } from "../calls.ts";
import { type Member, RARE_PIECES, runInCrowdedShop, seed } from "../crowded-shop.ts";
import type { Figure, Scenario } from "../scenario.ts";

const CROWD = 60;
const AT_ONCE = 20;

/** The number of new customers per round. They order after the crowd, and have a different e-mail domain. */
const NEW_CUSTOMERS = 3;

const forms: readonly { what: string; from: (place: number) => string }[] = [
  { what: "one mail domain, many networks", from: createStrangerAddress },
  { what: "one mail domain, one network", from: () => "203.0.113.9" },
  { what: "one /48 of IPv6", from: (place) => `2001:db8:77:${place.toString(16)}::1` },
];

export const scarceGoods: Scenario = {
  name: "scarce-goods",
  summary: `${CROWD} accounts with verified e-mail addresses reserve all pieces of a product and pay nothing`,
  threat: "T35",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) =>
    runInCrowdedShop(run, { rounds: forms.length, buyers: CROWD }, async ({ shop, rareIn, listBuyers }) => {
      const others = await shop.withDatabase((db) =>
        seed(db, forms.length * NEW_CUSTOMERS, "elsewhere.example"),
      );
      const figures: Figure[] = [];
      for (const [round, { what, from }] of forms.entries()) {
        const productId = rareIn(round);
        const crowd = await sendVolley(listBuyers(round), AT_ONCE, (member, place) =>
          order(shop, member, { productId, from: from(place) }),
        );
        const late = others.slice(round * NEW_CUSTOMERS, (round + 1) * NEW_CUSTOMERS);
        const hits = await sendVolley(late, 1, (member, place) =>
          order(shop, member, { productId, from: `198.51.100.${place + 1}` }),
        );
        run.say(`${what}: the crowd ${formatCounts(crowd)}, new customers ${formatCounts(hits)}`);
        figures.push(
          {
            what: "pieces that the crowd reserved",
            value: countOrders(crowd),
            atMost: (RARE_PIECES * 3) / 4,
          },
          { what: "new customers who could order", value: countOrders(hits), atLeast: NEW_CUSTOMERS },
        );
      }
      return figures;
    }),
};

const order = (
  shop: Shop,
  { token }: Member,
  { productId, from }: { productId: string; from: string },
): Promise<CallResult> =>
  sendHit(shop.url, {
    path: placeOrder.path,
    body: { items: [{ productId, quantity: 1 }], shippingAddress },
    token,
    from,
  });

const countOrders = (hits: readonly CallResult[]): number =>
  hits.filter(({ status }) => status === 200).length;
