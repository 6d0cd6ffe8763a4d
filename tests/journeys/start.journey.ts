import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "@playwright/test";

const root = path.resolve(import.meta.dirname, "../..");

/** Makes the server's first statement, a call of `process.umask`, throw. The stack trace shows which file runs. */
const STOP_PROGRAM = "process.umask = () => { throw new Error(`stopped in ${process.argv[1]}`); };";

test(
  "npm start runs the server from one bundle, and its stack traces name the source files",
  { tag: "@front" },
  () => {
    const started = spawnSync(process.execPath, ["scripts/start.mjs"], {
      cwd: root,
      encoding: "utf8",
      env: {
        ...process.env,
        FORCE_COLOR: "0",
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(STOP_PROGRAM)}`,
      },
    });
    expect(started.stderr).toMatch(/stopped in .*\bdist[\\/]shop[\\/]main\.js/);
    expect(started.stderr).toMatch(
      /at createFilesPrivately \(.*platform[\\/]storage[\\/]private-files\.ts:\d+/,
    );
    expect(started.stderr).toMatch(/at .*server[\\/]main\.ts:\d+/);
    expect(started.status).not.toBe(0);
  },
);
