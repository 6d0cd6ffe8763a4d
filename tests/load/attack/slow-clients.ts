import { listProducts } from "#shop/catalogue/endpoints.ts";
import { watchResponsiveness } from "../responsiveness.ts";
import { toNoneFigure, type Scenario, toTimeFigure } from "../scenario.ts";
import { sendHit, repeatTimes } from "./calls.ts";
import { runInShop } from "./attacked-shop.ts";
import { runSlowClient, listSlowClients, GONE_WITHIN_MS, WATCHED_FOR_MS } from "./slow-connections.ts";
import { sendHugeBodies } from "./huge-bodies.ts";

const NORMAL_P99_MS = 300;

export const slowClients: Scenario = {
  name: "slow-clients",
  summary: "1,000 connections that dawdle in six ways, and bodies that are too large or have no end",
  threat: "T23",
  engines: ["embedded"],
  inShortForm: true,
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const video = /\/videos\/loop-1[^"\s]+?\.mp4/.exec((await sendHit(shop.url, { path: "/" })).text)?.[0];
      if (video === undefined) throw new Error("There is no video on the home page.");
      const ways = listSlowClients(video);
      const count = run.isShort ? 60 : 1_000;
      const watched = watchResponsiveness(
        ["/", listProducts.path, "/healthz"].map((path) => shop.url + path),
      );
      const held = repeatTimes(count, (index) => runSlowClient(shop.url, ways[index % ways.length]));
      const [lasted, bodies] = await Promise.all([Promise.all(held), sendHugeBodies(shop.url)]);
      const figures = await watched();
      for (const { name } of ways) {
        const longest = Math.max(...lasted.filter((each) => each.name === name).map(({ ms }) => ms));
        run.say(`${name}: gone after ${Math.round(longest)} ms at most`);
      }
      return [
        { what: "connections", value: lasted.length },
        toNoneFigure(
          "connections still there",
          lasted.filter(({ ms }) => ms >= WATCHED_FOR_MS).map(({ name }) => name),
        ),
        toTimeFigure("the last one was gone after", Math.max(...lasted.map(({ ms }) => ms)), GONE_WITHIN_MS),
        toTimeFigure("p99 of everybody else", Math.max(...figures.map(({ p99 }) => p99)), NORMAL_P99_MS),
        {
          what: "others who were not answered",
          value: figures.reduce((sum, { failed }) => sum + failed, 0),
          atMost: 0,
        },
        toNoneFigure("huge bodies not refused with 413", bodies),
      ];
    }),
};
