import { SECOND } from "#contract/time.ts";
import { purgeCdn } from "#platform/cache/shared-cache.ts";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { catalogueChanged } from "../events.ts";
import { readVersion } from "./snapshot/snapshot.ts";

/** Delay in ms, after which processes usually have the new revision. The CDN could cache old pages until then. */
const PURGE_DELAY_MS = 2 * SECOND;

/** Delay in ms of the second purge. It removes old pages that a slow process sent after the first purge. */
const SECOND_PURGE_DELAY_MS = 20 * SECOND;

/** Purges the CDN after `afterMs`, unless there is a newer revision by then: that revision starts another purge. */
const purgeAfter = (name: string, afterMs: number) =>
  defineSubscriber(
    catalogueChanged,
    name,
    async ({ config, db }, { revision }, { signal }) => {
      const latest = await readVersion(db);
      if (latest.revision <= revision) await purgeCdn(config.cdn, signal);
    },
    { afterMs, goesOutside: true },
  );

export const onCatalogueChanged = purgeAfter("catalogue.purge-pages", PURGE_DELAY_MS);
export const purgeAgain = purgeAfter("catalogue.purge-pages-again", SECOND_PURGE_DELAY_MS);

export const purgePagesCommand = defineCommand({
  noun: "pages",
  verb: "purge",
  summary:
    "Removes all pages from the CDN's cache, as the shop does after each catalogue change. Pictures stay in it.",
  args: [],
  options: {},
  examples: ["pages purge"],
  async run({ config }) {
    if (!config.cdn.purge)
      throw new CommandRefused(
        "No CDN is set up, so there is nothing to remove. To set one up, see CDN_PURGE_URL in .env.example.",
      );
    try {
      await purgeCdn(config.cdn);
    } catch (cause) {
      throw new CommandRefused(cause instanceof Error ? cause.message : String(cause));
    }
    return { message: "The CDN has removed all pages from its cache." };
  },
});
