import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { findFreePort } from "./processes.ts";

/** Runs the program of `npm run demo`, which fills an empty folder with a demo shop. */
export async function fillDemo(folder: string): Promise<void> {
  const child = spawn(process.execPath, ["dist/shop/fill-demo.js"], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: folder,
      DATABASE_URL: "",
      PORT: String(await findFreePort()),
      TRUST_PROXY: "loopback",
      RATE_LIMIT_LOOPBACK: "off",
      PICTURES_WARM: "off",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`The demo could not be filled: exit code ${code}.`);
}
