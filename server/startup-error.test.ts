import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { describeStartupError } from "./startup-error.ts";

const here = { host: "127.0.0.1", port: 3000, metrics: null };

test("if the port is in use, the error suggests another port", async () => {
  const first = createServer().listen(0, "127.0.0.1");
  await once(first, "listening");
  const taken = first.address();
  const port = typeof taken === "object" && taken ? taken.port : 0;
  const cause = await new Promise((failed) => createServer().once("error", failed).listen(port, "127.0.0.1"));
  first.close();
  expect(describeStartupError(cause, { ...here, port })).toBe(
    `Port ${port} is in use by another program. Stop that program, or choose another port, for example PORT=${port + 1}.`,
  );
  expect(
    describeStartupError(cause, { ...here, metrics: { port, host: "127.0.0.1", token: undefined } }),
  ).toBe(`METRICS_PORT=${port} is in use by another program. Choose another port, or remove the setting.`);
});

test("if the database does not respond, the error names DATABASE_URL", () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), {
    code: "ECONNREFUSED",
    syscall: "connect",
  });
  expect(describeStartupError(cause, here)).toContain(
    "DATABASE_URL is not responding (connect ECONNREFUSED 127.0.0.1:1)",
  );
});
