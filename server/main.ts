import { flushCompileCache } from "node:module";
import type { Config } from "#platform/config/config.ts";
import { checkSettingFiles, ConfigError, loadEnvFile } from "#platform/config/read-settings.ts";
import { readConfig } from "./settings.ts";
import { openDatabase } from "#platform/database/database.ts";
import { createLog } from "#platform/observe/log.ts";
import { nameSourcesInStacks } from "#platform/observe/source-stacks.ts";
import { createFilesPrivately, secureDataFolder } from "#platform/storage/private-files.ts";

const MAX_SHUTDOWN_MS = 25_000;
const FIRST_VISITS_MS = 5_000;
const ECHO_MS = 1_000;

/** The exit code if a restart would not help. The service manager then does not restart the shop. */
const LASTING = 2;
const OVERTAKEN =
  "The shop is closing. A newer version changed the database while this process was paused, and this version cannot use it. Start the newer version.";

nameSourcesInStacks();
createFilesPrivately();
loadEnvFile();
const config = readSettings();
const log = createLog(config.logLevel);
/** Prints a line for the owner. In production, logs it as JSON, unless the output is a terminal. */
const print = (message: string): void => {
  if (config.profile === "demo" || process.stdout.isTTY) process.stdout.write(`${message}\n`);
  else if (message !== "") log.info(message.trim());
};

try {
  const step = (message: string) => print(`  ${message} …`);
  await secureDataFolder(config.dataDir, log);
  for (const { about, what, remedy } of await checkSettingFiles(config.settingFiles))
    log.warn({ about, remedy }, what);
  step(config.databaseUrl ? "Connecting to the database" : "Opening the database in the data folder");
  // The embedded engine opens in a worker thread. The import below loads the shop's code at the same time.
  const database = openDatabase(config, log);
  database.catch(() => {}); // `openShop` handles the rejection
  const { openShop } = await import("./open-shop.ts");
  const shop = await openShop(config, log, { database, step });
  printSummary(config, shop);
  // Saves Node's compile cache after the first visits, because Node itself saves it only when a process exits normally.
  setTimeout(flushCompileCache, FIRST_VISITS_MS).unref();
  const closeWith = (code: number): void => {
    setTimeout(() => {
      log.error({ part: shop.closingPart() }, "the shop did not close in time");
      process.exit(1);
    }, MAX_SHUTDOWN_MS).unref();
    shop.close().then(
      () => process.exit(code),
      (cause: unknown) => {
        log.error({ err: cause }, "the shop did not close cleanly");
        process.exit(Math.max(code, 1));
      },
    );
  };
  void shop.overtaken.then(() => {
    log.fatal("closing: a newer version changed the database while this process was paused");
    process.stderr.write(`\n${OVERTAKEN}\n`);
    closeWith(LASTING);
  });
  let leavingSince: number | null = null;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // One Ctrl-C can cause two signals: from the terminal and from npm. A signal after ECHO_MS is another Ctrl-C.
      if (leavingSince !== null && performance.now() - leavingSince > ECHO_MS) process.exit(1);
      if (leavingSince !== null) return;
      leavingSince = performance.now();
      print("  Closing the shop …");
      closeWith(0);
    });
  }
} catch (cause) {
  const { describeStartupError: startupErrorMessage, isLasting } = await import("./startup-error.ts");
  const reason = startupErrorMessage(cause, config);
  if (reason === null) log.fatal({ err: cause }, "the shop could not open");
  process.stderr.write(`\nThe shop could not open: ${reason ?? String(cause)}\n`);
  process.exit(isLasting(cause) ? LASTING : 1);
}

function readSettings(): Config {
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
  print("");
  print(`  Taruva is open at ${publicUrl}`);
  print(`  Database: ${engine === "embedded" ? `embedded, in ${dataDir}` : "PostgreSQL server"}`);
  if (testPayments) print("  Payments: test mode. No money moves; card 4111 1111 1111 1111 pays.");
  if (razorpay?.testMode) print("  Payments: Razorpay in test mode (rzp_test_…). No real money moves.");
  else if (razorpay) print("  Payments: Razorpay. Real money moves.");
  if (smtpUrl === undefined) print(`  Mails: test mode. They are kept as files in ${dataDir}/outbox.`);
  if (profile === "demo")
    print("  Profile: demo. Set SHOP_PROFILE=production before you open to real customers.");
  print("  Desk of the owner: npm run shop -- desk");
  print("  All commands: npm run shop -- help");
  print("");
}
