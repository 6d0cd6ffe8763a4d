// npm run rehearse-production: runs the command blocks of docs/owners/production.md, with the owner's values, in a new
// Debian system. Test customers order and pay over HTTPS after the installation, after a restore into an empty
// database, and during and after the upgrade and the rollback. Each time, all earlier orders must still be paid, with
// the same price. `--from <commit>` upgrades from that version.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import {
  boot,
  type Container,
  installDebian,
  rehearse,
  say,
  step,
  StepFailed,
} from "./production/container.ts";
import { type Block, DOMAIN, ownValues, readBlocks, REPOSITORY } from "./production/document.ts";

const FIRST_WITH_AN_OPEN_SHOP = "Before opening";
const LAST_LINES = 40;
const NAMES = "if [ -e /etc/taruva/names ]; then . /etc/taruva/names; fi";
/** Resolves this symbolic link only once, because an upgrade removes it for a moment while customers order. */
const NAME_BUY = "buy=$(readlink -f /opt/taruva/current)/tests/load/production/buy.ts";
const BUY = `NODE_EXTRA_CA_CERTS=/etc/taruva/tls/ca.pem /opt/node/bin/node "$buy" https://${DOMAIN}`;
const BOUGHT = /^\S+ \S+@\S+ \d+(\.\d+)?$/;

const LOSE_DATABASE = `systemctl stop taruva@3001 taruva@3002
runuser -u postgres -- dropdb taruva
runuser -u postgres -- createdb --owner taruva --template template0 --encoding UTF8 --locale C.UTF-8 taruva`;

/** A shell script that requests pages, records their statuses and places orders, until `/run/visits` is deleted. */
const visit = (customers: readonly string[]) => `touch /run/visits
${NAME_BUY}
rm -f /run/sold
(sell() { ${BUY} while /run/visits ${customers.join(" ")} || true; touch /run/sold; }; sell > /run/orders 2>&1 &)
visit() { while [ -e /run/visits ]; do
  curl --silent --output /dev/null --write-out '%{http_code}\\n' --cacert /etc/taruva/tls/ca.pem "https://${DOMAIN}/$1" || true
  sleep 0.1
done; }
(visit "" > /run/visits-1 2>&1 & visit cart > /run/visits-2 2>&1 &)`;
const COUNT_VISITS = `rm /run/visits; sleep 1
timeout 60 sh -c 'until [ -e /run/sold ]; do sleep 0.2; done'
echo "$(cat /run/visits-? | wc -l) pages requested meanwhile, $(cat /run/visits-? | grep -vc '^200$' || true) not answered with 200"
! cat /run/visits-? | grep -v '^200$' | sort | uniq -c`;

/**
 * Additional steps. The key is the comment in the first line of a command block. `before`: commands to run first.
 * `after`: the report's description of the order that is placed after the block. `isVisited`: visitors request pages
 * while the block runs.
 */
const around: Readonly<Record<string, { before?: string; after: string; isVisited?: boolean }>> = {
  "# restore": { before: LOSE_DATABASE, after: "after the backup was restored into an empty database" },
  "# upgrade": {
    before: "sed -i s/VERSION=v1/VERSION=v2/ /etc/taruva/names; . /etc/taruva/names",
    after: "after the upgrade",
    isVisited: true,
  },
  "# back": { after: "after the rollback, on the new version's database", isVisited: true },
};

function run(container: Container, title: string, commands: string): Promise<string> {
  return step(title, async () => {
    const { code, output } = await container.run(`${NAMES}\n${commands}`);
    if (code === 0) return output;
    const last = output.split("\n").slice(-LAST_LINES).join("\n");
    throw new StepFailed(`'${title}' ended with ${code}:\n\n${commands}\n\n${last}`);
  });
}

const getEmail = (bought: string): string => bought.split(" ")[1] ?? "";
const lastLine = (output: string): string => output.trimEnd().split("\n").at(-1) ?? "";

async function buy(container: Container, when: string): Promise<string> {
  const bought = lastLine(await run(container, `an order through TLS, paid: ${when}`, `${NAME_BUY}\n${BUY}`));
  const email = getEmail(bought);
  const arrived = `for try in $(seq 240); do journalctl --output cat --unit rehearsal-mails | grep -q 'RCPT TO:<${email}>' && exit; sleep 0.5; done; exit 1`;
  await run(container, `${bought} got a mail`, arrived);
  return bought;
}

/** Runs a block of commands with its additional steps. Adds the new orders to `orders`. */
async function follow(container: Container, { heading, mark, commands }: Block, orders: string[]) {
  const { before = "", after, isVisited = false } = around[mark] ?? {};
  const fillIn = ownValues[mark];
  if (mark.startsWith("# yours") && fillIn === undefined) throw new StepFailed(`No value for '${mark}'.`);
  const [first = ""] = commands.split("\n");
  const title = `${heading}: ${mark.replace(/^# /, "") || first}`;
  if (isVisited) await run(container, "customers begin to visit the shop", visit(orders.map(getEmail)));
  const output = await run(container, title, `${before}\n${fillIn ? fillIn(commands) : commands}`);
  if (isVisited) {
    say(`           ${lastLine(await run(container, "customers have visited the shop", COUNT_VISITS))}`);
    const lines = (await run(container, "their orders", "cat /run/orders")).trim().split("\n");
    const failed = lines.filter((line) => !BOUGHT.test(line));
    if (failed.length > 0) throw new StepFailed(`Some orders failed:\n${failed.join("\n")}`);
    orders.push(...lines);
  } else if (/systemd-analyze|--write-out|backup verify/.test(commands))
    say(`           ${lastLine(output)}`);
  if (after === undefined) return;
  const check = `${orders.length} earlier orders are there, paid, at their prices`;
  await run(container, check, `${NAME_BUY}\n${BUY} ${orders.join(" ")}`);
  orders.push(await buy(container, after));
}

/** The migration that version v2 adds. */
const MIGRATION = "9999-orders-rehearsed.sql";
const SQL = `create table rehearsed (at timestamptz primary key);
alter table orders add column rehearsed boolean not null default false;
`;

/**
 * Creates a repository with two versions in the container. By default, v1 is the current checkout, and v2 adds a
 * migration. If `from` is given, v1 is that commit, and v2 is the current checkout.
 */
function layVersions(root: string, from: string | undefined): void {
  const bare = path.join(root, REPOSITORY);
  const git = (...args: string[]) => execFileSync("git", args, { stdio: ["ignore", "ignore", "pipe"] });
  git("clone", "--bare", ".", bare);
  git("-C", bare, "tag", "--force", "v1", from ?? "HEAD");
  if (from !== undefined) return void git("-C", bare, "tag", "--force", "v2", "HEAD");
  const work = path.join(root, "root/taruva");
  git("clone", bare, work);
  writeFileSync(path.join(work, "migrations", MIGRATION), SQL);
  git("-C", work, "add", "migrations");
  const author = ["-c", "user.name=Rehearsal", "-c", "user.email=rehearsal@shop.example"];
  git("-C", work, ...author, "commit", "--message", "orders: one more column");
  git("-C", work, "push", "origin", "HEAD:refs/tags/v2");
}

const { values } = parseArgs({ options: { from: { type: "string" } } });

const SUMMARY =
  "every command of docs/owners/production.md in a fresh Debian: installation, restore, upgrade and rollback";

await rehearse("rehearse-production", SUMMARY, async () => {
  const blocks = readBlocks(readFileSync(resolveFromRoot("docs/owners/production.md"), "utf8"));
  say(`${blocks.length} blocks of docs/owners/production.md, in a fresh Debian 12.\n`);
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
    say(`${orders.length} orders, each found again at the end.`);
    return [
      { what: "blocks of commands", value: blocks.length },
      { what: "orders that are still there and paid", value: orders.length },
    ];
  } finally {
    await container.close();
  }
});
