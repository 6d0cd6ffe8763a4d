import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { openMailServer } from "../support/mails.ts";
import { startPostgres } from "../support/postgres.ts";
import { end, findFreePort } from "../support/processes.ts";
import { sampleSeller } from "../support/samples.ts";
import { listMissing } from "./production/container.ts";
import { BlockFailed, say, step } from "./production/follow.ts";
import { buildImage, type Image } from "./production/image.ts";

/*
 * npm run rehearse-image: the Dockerfile's steps, run in a fresh Debian as the file says them; then what they leave is started as its
 * user on a file system that is only read, an order is paid there, and the operator's commands of docs/containers.md run inside.
 */

const READY_WITHIN_MS = 60_000;

async function rehearse(image: Image, databaseUrl: string, data: string): Promise<void> {
  const mails = await openMailServer();
  const port = await findFreePort();
  const goods = path.join(data, "goods");
  cpSync(resolveFromRoot("catalogue"), goods, { recursive: true });
  writeFileSync(
    path.join(goods, "seller.json"),
    JSON.stringify({ ...sampleSeller, socialLinks: [], taxRates: { cgst: 9, sgst: 9 }, toConfirm: [] }),
  );
  const env = {
    SHOP_PROFILE: "production",
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    SHOP_SECRET: "only-for-this-rehearsal-0123456789",
    TEST_PAYMENTS: "on",
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: "Taruva <shop@shop.example>",
    MAIL_TO: "owner@shop.example",
    CATALOGUE_DIR: "/data/goods",
  };
  const shop = image.start(image.command, { data, env });
  const run = (command: readonly string[]) => runInside(image, command, { data, env });
  try {
    await step("the shop opens, and its health check agrees", async () => {
      const until = Date.now() + READY_WITHIN_MS;
      const check = image.healthCheck.map((each) => each.replace(":3000", `:${port}`));
      while ((await run(check)).code !== 0) {
        if (Date.now() > until) throw new BlockFailed("The shop does not become ready.");
        await pause(1_000);
      }
    });
    await step("an order, paid, with its mail", async () => {
      const buy = resolveFromRoot("tests/load/production/buy.ts");
      const [, email = ""] = execFileSync(process.execPath, [buy, env.PUBLIC_URL], { encoding: "utf8" })
        .trim()
        .split(" ");
      const until = Date.now() + READY_WITHIN_MS;
      while (!mails.heard.includes(`RCPT TO:<${email}>`)) {
        if (Date.now() > until) throw new BlockFailed(`${email} got no mail.`);
        await pause(200);
      }
    });
    const operator = ["node", "dist/shop/cli.js"];
    for (const words of ["today", "backup create /data/backups --keep 48h,7d,5w,12m", "orders list"])
      await step(`docker compose exec shop node dist/shop/cli.js ${words}`, async () => {
        const { code, output } = await run([...operator, ...words.split(" ")]);
        if (code !== 0) throw new BlockFailed(`${words} ended with ${code}:\n${output}`);
      });
    await step("nothing can be written beside /data and /tmp, and nobody is root", async () => {
      const { output } = await run(["sh", "-c", "id -u; touch /opt/taruva/x 2>/dev/null || echo refused"]);
      if (output.trim() !== "10001\nrefused") throw new BlockFailed(`It said ${output}`);
    });
  } finally {
    await end(shop, "SIGTERM");
    await mails.close();
  }
}

async function runInside(image: Image, command: readonly string[], options: Parameters<Image["start"]>[1]) {
  const child = image.start(command, options);
  const parts: string[] = [];
  child.stdout?.on("data", (part) => parts.push(String(part)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code: code ?? 1, output: parts.join("") };
}

const missing = listMissing();
if (missing.length > 0) {
  say(
    `The rehearsal needs ${missing.join(", ")}: apt-get install debootstrap systemd-container slirp4netns git, as root.`,
  );
  process.exit(1);
}
const postgres = await startPostgres();
if ("reason" in postgres) {
  say(postgres.reason);
  process.exit(1);
}
const data = mkdtempSync(path.join(os.tmpdir(), "taruva-image-data-"));
mkdirSync(path.join(data, "goods"));
let image: Image | null = null;
try {
  image = await buildImage();
  await rehearse(image, postgres.url, data);
  say("Everything as the file says.");
} catch (error) {
  if (!(error instanceof BlockFailed)) throw error;
  say(`\n${error.message}`);
  process.exitCode = 1;
} finally {
  image?.remove();
  await postgres.stop();
  rmSync(data, { recursive: true, force: true });
}
process.exit();
