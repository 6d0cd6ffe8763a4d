import { flushCompileCache } from "node:module";
import type { Config } from "#platform/config.ts";
import { ConfigError, loadEnvFile, readConfig } from "#platform/read-config.ts";
import { openDatabase } from "#platform/database.ts";
import { createLog } from "#platform/log.ts";
import { createFilesPrivately, ownDataFolder } from "#platform/private-files.ts";

const LONGEST_GOODBYE_MS = 25_000;
const FIRST_VISITS_MS = 5_000;
const ECHO_MS = 1_000;

createFilesPrivately();
loadEnvFile();
const config = settings();
const log = createLog(config.logLevel);
const say = (words: string) => process.stdout.write(`${words}\n`);

try {
  const step = (words: string) => say(`  ${words} …`);
  await ownDataFolder(config.dataDir, log);
  step(config.databaseUrl ? "Connecting to the database" : "Opening the database in the data folder");
  // The embedded engine starts in a thread of its own, while this one loads the rest of the shop.
  const database = openDatabase(config, log);
  database.catch(() => {}); // `openShop` hears of it
  const { openShop } = await import("./open-shop.ts");
  const shop = await openShop(config, log, { database, step });
  printSummary(config, shop);
  // Node itself writes down what it compiled at a goodbye only, and a power cut says none.
  setTimeout(flushCompileCache, FIRST_VISITS_MS).unref();
  let leavingSince: number | null = null;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // One Ctrl-C may arrive twice, from the terminal and from npm; a second one later means it.
      if (leavingSince !== null && performance.now() - leavingSince > ECHO_MS) process.exit(1);
      if (leavingSince !== null) return;
      leavingSince = performance.now();
      say("  Closing the shop …");
      setTimeout(() => process.exit(1), LONGEST_GOODBYE_MS).unref();
      shop.close().then(
        () => process.exit(0),
        (cause: unknown) => {
          log.error({ err: cause }, "the shop did not close cleanly");
          process.exit(1);
        },
      );
    });
  }
} catch (cause) {
  const { startupErrorMessage } = await import("./startup-error.ts");
  const reason = startupErrorMessage(cause, config);
  if (reason === null) log.fatal({ err: cause }, "the shop could not open");
  process.stderr.write(`\nThe shop could not open: ${reason ?? String(cause)}\n`);
  process.exit(1);
}

function settings(): Config {
  try {
    return readConfig(process.env);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    process.stderr.write(`${cause.message}\n`);
    process.exit(2);
  }
}

function printSummary(
  { publicUrl, dataDir, testPayments, razorpay, smtpUrl, profile }: Config,
  { engine }: { engine: "embedded" | "server" },
): void {
  say("");
  say(`  Taruva is open at ${publicUrl}`);
  say(`  Database: ${engine === "embedded" ? `embedded, in ${dataDir}` : "PostgreSQL server"}`);
  if (testPayments) say("  Payments: test mode. No money moves; card 4111 1111 1111 1111 pays.");
  if (razorpay?.testMode) say("  Payments: Razorpay in test mode (rzp_test_…). No real money moves.");
  else if (razorpay) say("  Payments: Razorpay. Real money moves.");
  if (smtpUrl === undefined) say(`  Mails: test mode. They are kept as files in ${dataDir}/outbox.`);
  if (profile === "demo") say("  Profile: demo. Set SHOP_PROFILE=production before real customers come.");
  say("  Operator: npm run shop -- help");
  say("");
}
