import { type Config, ConfigError, loadEnvFile, readConfig } from "#platform/config.ts";
import { createLog } from "#platform/log.ts";
import { createFilesPrivately } from "#platform/private-files.ts";
import { openShop } from "./open-shop.ts";
import { whyNotOpen } from "./why-not-open.ts";

const LONGEST_GOODBYE_MS = 25_000;
const ECHO_MS = 1_000;

createFilesPrivately();
loadEnvFile();
const config = settings();
const log = createLog(config.logLevel);
const say = (words: string) => process.stdout.write(`${words}\n`);

try {
  const shop = await openShop(config, log, (words) => say(`  ${words} …`));
  welcome(config, shop);
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
  const reason = whyNotOpen(cause, config);
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

function welcome(
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
