import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

test("npm run demo changes nothing if its port is in use, and suggests another port", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const demo = spawn(process.execPath, [path.join(import.meta.dirname, "demo.mjs"), "--new"], {
    env: { ...process.env, PORT: String(port) },
  });
  const [said, [code]] = await Promise.all([text(demo.stderr), once(demo, "exit")]);
  expect(code).toBe(1);
  expect(said).toBe(
    `Port ${port} is in use, perhaps by the shop of npm start. Close that program, or choose another port: PORT=3001 npm run demo\n`,
  );
});
