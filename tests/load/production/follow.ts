import type { Container } from "./container.ts";
import type { Block } from "./document.ts";
import { DOMAIN, ownValues } from "./own-values.ts";

const LAST_LINES = 40;
const NAMES = "if [ -e /etc/taruva/names ]; then . /etc/taruva/names; fi";
/** As the version that is there when the line is read has it: `current` leads nowhere for a moment while it is changed. */
const NAME_BUY = "buy=$(readlink -f /opt/taruva/current)/tests/load/production/buy.ts";
const BUY = `NODE_EXTRA_CA_CERTS=/etc/taruva/tls/ca.pem /opt/node/bin/node "$buy" https://${DOMAIN}`;
/** An order, its customer, and what was paid: a line of `buy.ts`. */
const BOUGHT = /^\S+ \S+@\S+ \d+(\.\d+)?$/;

/** Loses the database, as on a machine whose disk is gone: whatever is there afterwards, the backup has brought. */
const LOSE_DATABASE = `systemctl stop taruva@3001 taruva@3002
runuser -u postgres -- dropdb taruva
runuser -u postgres -- createdb --owner taruva --template template0 --encoding UTF8 --locale C.UTF-8 taruva`;

/**
 * Until `/run/visits` is gone two customers ask for pages one after another, and what was not answered with 200 is written down;
 * another one orders and pays again and again.
 */
const VISIT = `touch /run/visits
${NAME_BUY}
rm -f /run/sold
(sell() { ${BUY} while /run/visits || true; touch /run/sold; }; sell > /run/orders 2>&1 &)
visit() { while [ -e /run/visits ]; do
  curl --silent --output /dev/null --write-out '%{http_code}\\n' --cacert /etc/taruva/tls/ca.pem "https://${DOMAIN}/$1" || true
  sleep 0.1
done; }
(visit "" > /run/visits-1 2>&1 & visit cart > /run/visits-2 2>&1 &)`;
const COUNT_VISITS = `rm /run/visits; sleep 1
timeout 60 sh -c 'until [ -e /run/sold ]; do sleep 0.2; done'
echo "$(cat /run/visits-? | wc -l) pages asked for meanwhile, $(cat /run/visits-? | grep -vc '^200$' || true) not answered with 200"
! cat /run/visits-? | grep -v '^200$' | sort | uniq -c`;

export const say = (text: string) => process.stdout.write(`${text}\n`);

/** Does one step, says how long it took, and ends the rehearsal with what it said if it fails. */
export async function step<Result>(title: string, work: () => Promise<Result> | Result): Promise<Result> {
  const began = performance.now();
  const result = await work();
  say(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${title}`);
  return result;
}

/** A step did not do what it should; the message has what it said. */
export class BlockFailed extends Error {}

async function run(container: Container, title: string, commands: string): Promise<string> {
  return step(title, async () => {
    const { code, output } = await container.run(`${NAMES}\n${commands}`);
    if (code === 0) return output;
    throw new BlockFailed(
      `'${title}' ended with ${code}:\n\n${commands}\n\n${output.split("\n").slice(-LAST_LINES).join("\n")}`,
    );
  });
}

const lastLine = (output: string): string => output.trimEnd().split("\n").at(-1) ?? "";

/** An order and its mail, which goes out with the next look at the outbox; the line that says whose it is. */
export async function buy(container: Container, when: string): Promise<string> {
  const bought = lastLine(await run(container, `an order through TLS, paid: ${when}`, `${NAME_BUY}\n${BUY}`));
  const [, email = ""] = bought.split(" ");
  const arrived = `for try in $(seq 60); do journalctl --output cat --unit rehearsal-mails | grep -q 'RCPT TO:<${email}>' && exit; sleep 0.5; done; exit 1`;
  await run(container, `${bought} got a mail`, arrived);
  return bought;
}

/**
 * Reads the orders bought while a block ran. @throws BlockFailed when there were none, or a customer did not get
 * through
 */
async function readSales(container: Container): Promise<string[]> {
  const lines = (await run(container, "their orders", "cat /run/orders")).trim().split("\n");
  const failed = lines.filter((line) => !BOUGHT.test(line));
  if (failed.length > 0) throw new BlockFailed(`Not every customer got through:\n${failed.join("\n")}`);
  return lines;
}

/** Each customer logs in and finds the order as it was paid. */
const findAll = (container: Container, orders: readonly string[]): Promise<string> =>
  run(
    container,
    `${orders.length} earlier orders are there, paid, at their prices`,
    `${NAME_BUY}\n${BUY} ${orders.join(" ")}`,
  );

/** Steps of the rehearsal before and after blocks that are marked. */
const around: Readonly<Record<string, { before?: string; after: string; isVisited?: boolean }>> = {
  "# restore": { before: LOSE_DATABASE, after: "after the backup was taken back into an empty database" },
  "# upgrade": {
    before: "sed -i s/VERSION=v1/VERSION=v2/ /etc/taruva/names; . /etc/taruva/names",
    after: "after the upgrade",
    isVisited: true,
  },
  "# back": { after: "by the version before, on the new version's database", isVisited: true },
};

/** Runs a block as the document has it, with what belongs before and after it; `orders` are those of before, and grow. */
export async function follow(
  container: Container,
  { heading, mark, commands }: Block,
  orders: string[],
): Promise<void> {
  const { before = "", after, isVisited = false } = around[mark] ?? {};
  const own = ownValues[mark];
  if (mark.startsWith("# yours") && own === undefined) throw new BlockFailed(`No value for '${mark}'.`);
  const [first = ""] = commands.split("\n");
  const title = `${heading}: ${mark.replace(/^# /, "") || first}`;
  if (isVisited) await run(container, "customers begin to look around", VISIT);
  const output = await run(container, title, `${before}\n${own ? own(commands) : commands}`);
  if (isVisited) {
    say(`           ${lastLine(await run(container, "customers have looked around", COUNT_VISITS))}`);
    orders.push(...(await readSales(container)));
  } else if (/systemd-analyze|--write-out|backup verify/.test(commands))
    say(`           ${lastLine(output)}`);
  if (after === undefined) return;
  await findAll(container, orders);
  orders.push(await buy(container, after));
}
