import { placeOrder } from "#shop/checkout/endpoints.ts";
import { shippingAddress } from "../../support/shipping-address.ts";
import type { Shop } from "../../support/shop.ts";
import { runInShop as inCrowdedShop, type Member } from "../chaos/crowd.ts";
import { RARE_PIECES } from "../chaos/seed-crowd.ts";
import { type Figure, toNoneFigure, type Scenario } from "../scenario.ts";
import { formatCounts, type Hit, sendHit, repeatTimes, sendVolley } from "./calls.ts";
import { createVictim } from "./victim.ts";

const ACCOUNTS = 40;
const HONEST = 5;

/**
 * The origins of the new accounts' orders, and how many pieces they may hold from there; see `shop/checkout/holds.ts`.
 */
const forms = [
  { where: "one address", mostHeld: Math.floor((RARE_PIECES * 3) / 4), from: () => "203.0.113.66" },
  {
    where: `${ACCOUNTS} IPv4 addresses`,
    mostHeld: Math.floor((RARE_PIECES * 4) / 5),
    from: (account: number) => `203.0.113.${account + 1}`,
  },
  {
    where: `${ACCOUNTS} /64 of one /48`,
    mostHeld: Math.floor((RARE_PIECES * 3) / 4),
    from: (account: number) => `2001:db8:66:${account.toString(16)}::1`,
  },
  {
    where: `${ACCOUNTS} /48`,
    mostHeld: Math.floor((RARE_PIECES * 4) / 5),
    from: (account: number) => `2001:db8:${(account + 256).toString(16)}::1`,
  },
];

export const holds: Scenario = {
  name: "holds",
  summary: `${ACCOUNTS} new accounts at one address, at ${ACCOUNTS}, in one IPv6 /48 and in ${ACCOUNTS} order all there is and do not pay; others want some too`,
  threat: "T35",
  engines: ["embedded", "server"],
  inShortForm: false,
  run: (run) =>
    inCrowdedShop(run, { rounds: forms.length, buyers: HONEST }, async ({ shop, rareIn, listBuyers }) => {
      const figures: Figure[] = [];
      for (const [round, { where, mostHeld, from }] of forms.entries()) {
        const piece = rareIn(round);
        const takers = await sendVolley(repeatTimes(ACCOUNTS, String), 4, () => createVictim(shop));
        const requests = takers.flatMap(({ accessToken }, account) =>
          [RARE_PIECES, 5, 1, 1].map((quantity) => ({ accessToken, quantity, from: from(account) })),
        );
        const hits = await sendVolley(requests, 40, ({ accessToken, ...request }) =>
          sendOrder(shop, accessToken, { piece, ...request }),
        );
        const held = requests.reduce(
          (sum, { quantity }, index) => sum + (hits[index]?.status === 200 ? quantity : 0),
          0,
        );
        const honest = await sendVolley(listBuyers(round), HONEST, ({ token }: Member, place) =>
          sendOrder(shop, token, { piece, quantity: 1, from: `198.51.100.${place + 1}` }),
        );
        run.say(
          `${where}: those who do not mean to pay: ${formatCounts(hits)}, ${held} held; the others: ${formatCounts(honest)}`,
        );
        const odd = hits.filter(({ status }) => ![200, 409, 429].includes(status));
        figures.push(
          { what: `pieces held without paying, from ${where}`, value: held, atMost: mostHeld },
          {
            what: "others who could order one",
            value: honest.filter(({ status }) => status === 200).length,
            atLeast: HONEST,
          },
          toNoneFigure(
            "answers of another kind",
            odd.map(({ status, text }) => `${status} ${text.slice(0, 100)}`),
          ),
        );
      }
      return figures;
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
