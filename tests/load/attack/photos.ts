import { setTimeout as sleep } from "node:timers/promises";
import { DAY, SECOND } from "#contract/time.ts";
import { generateCode } from "#platform/ids.ts";
import { requestReturn } from "#shop/returns/endpoints.ts";
import { saveReview } from "#shop/reviews/endpoints.ts";
import { writeHistory } from "../../support/past-orders.ts";
import { writePlainPng } from "../../support/pictures.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { createVictim, findFirstProduct, formatCounts, repeatTimes } from "../calls.ts";
import { type Figure, type Scenario, type ScenarioRun, toNoneFigure, toTimeFigure } from "../scenario.ts";
import { post, runBothWays, type ShopRoute } from "./both-ways.ts";

const MAX_WAIT_MS = 5 * SECOND;
const GIVES_UP_AFTER_MS = 60 * SECOND;

/** Small files with many pixels: a single column of pixels, and the largest picture that the shop decodes. */
const LINE = writePlainPng(1, 24_000_000);
const LARGE = writePlainPng(4_898, 4_898);

export const photos: Scenario = {
  name: "photos",
  summary:
    "small files of 24 million pixels in reviews and returns, from accounts that bought nothing and from one buyer",
  threat: "T51",
  engines: ["embedded", "server"],
  inShortForm: true,
  run: (run) => runBothWays(run, (shop, way) => attack(run, shop, way)),
};

async function attack(run: ScenarioRun, shop: Shop, way: ShopRoute): Promise<Figure[]> {
  const productId = await findFirstProduct(shop);
  const strangers = await Promise.all(repeatTimes(run.isShort ? 3 : 12, () => createVictim(shop)));
  const [hostile, honest] = [await createVictim(shop), await createVictim(shop)];
  const orderId = `TRV-${generateCode(6)}`;
  for (const { accountId } of [hostile, honest])
    await writeHistory(shop, accountId, [
      {
        orderId: accountId === hostile.accountId ? orderId : `TRV-${generateCode(6)}`,
        createdAt: new Date(Date.now() - 5 * DAY),
        status: "Delivered",
        lines: [{ title: "Bowl", unitPrice: 89_900, quantity: 1, productId }],
        more: { deliveredAt: new Date() },
      },
    ]);
  const write = (picture: Buffer) => {
    const pictures = [`data:image/png;base64,${picture.toString("base64")}`];
    const pieces = [{ productId, quantity: 1 }];
    return {
      [saveReview.path]: JSON.stringify({ productId, rating: 5, message: "It sings.", pictures }),
      [requestReturn.path]: JSON.stringify({ reasons: ["Arrived damaged"], pieces, pictures }),
    };
  };
  const [line, large, photo] = [write(LINE), write(LARGE), write(writePlainPng(1280, 960))];

  const end = new AbortController();
  /** Uploads photos until the attack ends: to a review if `place` is even, otherwise to a return. */
  const sendAgainAndAgain = async (token: string, body: ReturnType<typeof write>, place: number) => {
    const { method, path } = place % 2 === 0 ? saveReview : requestReturn;
    const statuses: { status: number }[] = [];
    while (!end.signal.aborted) {
      const how = { token, method, isHostile: true };
      statuses.push({ status: await post(way, path.replace(":orderId", orderId), body[path] ?? "", how) });
      await sleep(SECOND / 10);
    }
    return statuses;
  };
  const ofStrangers = strangers.flatMap(({ accessToken }) =>
    repeatTimes(4, (place) => sendAgainAndAgain(accessToken, line, place)),
  );
  const ofBuyer = repeatTimes(4, (place) => sendAgainAndAgain(hostile.accessToken, large, place));
  await sleep(SECOND);
  const began = performance.now();
  let saved = 0;
  while (saved !== 200 && performance.now() - began < GIVES_UP_AFTER_MS)
    saved = await post(way, saveReview.path, photo[saveReview.path] ?? "", {
      token: honest.accessToken,
      isHostile: false,
    });
  const waitedMs = performance.now() - began;
  end.abort();
  const hits = (await Promise.all(ofStrangers)).flat();
  run.say(
    `${way.name}: strangers got ${formatCounts(hits)}; the buyer ${formatCounts((await Promise.all(ofBuyer)).flat())}`,
  );
  const rejected = hits.filter(({ status }) => [404, 409].includes(status)).length;
  return [
    { what: "strangers' photos rejected", value: rejected, atLeast: 1 },
    // A photo that is rejected before decoding gets one of these statuses. 0 means that no response arrived.
    toNoneFigure(
      "strangers' photos that were decoded",
      hits
        .map(({ status }) => String(status))
        .filter((status) => !["0", "404", "409", "429"].includes(status)),
    ),
    { what: "reviews of buyers saved", value: saved === 200 ? 1 : 0, atLeast: 1 },
    toTimeFigure("review of a buyer with a photo saved after", waitedMs, MAX_WAIT_MS),
  ];
}
