import { defineCount } from "./counts.ts";

export const cacheHits = defineCount({ name: "http_cache_hits_total", help: "Answers given out of memory." });

export const cacheMisses = defineCount({
  name: "http_cache_misses_total",
  help: "Pages and public answers that had to be made, because memory had none; who waits for another's counts too.",
});

export const turnedAway = defineCount({
  name: "shop_turned_away_total",
  help: "Requests answered with 503 before any route, because as many were under way as can be served.",
});
