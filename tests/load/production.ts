import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { boot, installDebian, listMissing } from "./production/container.ts";
import { type Block, readBlocks } from "./production/document.ts";
import { BlockFailed, buy, follow, say, step } from "./production/follow.ts";
import { layVersions } from "./production/versions.ts";

/*
 * docs/production.md, followed to the letter in a fresh Debian: its command blocks are read from the page itself. Orders are
 * placed and paid through TLS once the shop is open, after its backup was taken back into an empty database, all through the
 * upgrade and the way back, and after each. Every order of before is then there, paid, at its price.
 */

const FIRST_WITH_AN_OPEN_SHOP = "Before opening";

const { values } = parseArgs({
  options: { from: { type: "string" }, keep: { type: "boolean", default: false } },
});

async function rehearse(blocks: readonly Block[]): Promise<void> {
  const root = await step("a fresh Debian (debootstrap)", installDebian);
  await step("its repository with two versions", () => layVersions(root, values.from));
  const container = await step("its own systemd, its own network", () => boot(root));
  try {
    const orders: string[] = [];
    for (const block of blocks) {
      if (block.heading === FIRST_WITH_AN_OPEN_SHOP && orders.length === 0)
        orders.push(await buy(container, "in the shop that the document opened"));
      await follow(container, block, orders);
    }
    say(`${orders.length} orders, each found again after all that came later.`);
  } finally {
    if (values.keep) say(`Left running in ${root}.`);
    else await container.close();
  }
}

const missing = listMissing();
if (missing.length > 0) {
  say(
    `The rehearsal needs ${missing.join(", ")}: apt-get install debootstrap systemd-container slirp4netns git, as root.`,
  );
  process.exit(1);
}
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
const began = performance.now();
const blocks = readBlocks(readFileSync(resolveFromRoot("docs/production.md"), "utf8"));
say(`${blocks.length} blocks of docs/production.md, in a fresh Debian 12.\n`);
try {
  await rehearse(blocks);
} catch (error) {
  if (!(error instanceof BlockFailed)) throw error;
  say(`\n${error.message}`);
  process.exit(1);
}
say(`\nAll of it in ${Math.round((performance.now() - began) / 1000)} s.`);
process.exit(0);
