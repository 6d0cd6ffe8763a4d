// Fuzzes both engines, one after the other. Skips PostgreSQL where none can be started. Runs on the shop's own Node.

import { startThrowawayPostgres } from "./postgres.mjs";
import { inherit, say } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

const fuzz = (env) =>
  inherit(process.execPath, ["tests/load/fuzz.ts", ...process.argv.slice(2)], {
    cwd: resolveFromRoot(),
    env: { ...process.env, NODE_ENV: "test", ...env },
  });

let failed = await fuzz({ TEST_ENGINE: "embedded" });
const postgres = await startThrowawayPostgres();
if (postgres.url) {
  failed ||= await fuzz({ TEST_ENGINE: "server", TEST_POSTGRES_URL: postgres.url });
  await postgres.stop();
} else say(`  Skipped: PostgreSQL. ${postgres.reason}`);
process.exitCode = failed;
