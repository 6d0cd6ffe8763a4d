import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { FolderInUse } from "#platform/database/embedded/engine.ts";
import { SharedDataFolder } from "#platform/storage/private-files.ts";
import { MigrationError } from "#platform/database/migrate.ts";
import { describeStartupError, isLasting } from "./startup-error.ts";

const here = { host: "127.0.0.1", port: 3000, metrics: null };

test("for a port that is taken another is proposed", async () => {
  const first = createServer().listen(0, "127.0.0.1");
  await once(first, "listening");
  const taken = first.address();
  const port = typeof taken === "object" && taken ? taken.port : 0;
  const cause = await new Promise((failed) => createServer().once("error", failed).listen(port, "127.0.0.1"));
  first.close();
  expect(describeStartupError(cause, { ...here, port })).toBe(
    `Port ${port} is in use by another program. Stop that one, or choose another port, for example PORT=${port + 1}.`,
  );
  expect(
    describeStartupError(cause, { ...here, metrics: { port, host: "127.0.0.1", token: undefined } }),
  ).toBe(`METRICS_PORT=${port} is in use by another program. Choose another port, or leave it out.`);
});

test("a database that does not answer is named by its setting", () => {
  const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), {
    code: "ECONNREFUSED",
    syscall: "connect",
  });
  expect(describeStartupError(cause, here)).toContain(
    "DATABASE_URL does not answer (connect ECONNREFUSED 127.0.0.1:1)",
  );
});

test.each([new FolderInUse("/data", "process 7", null), new SharedDataFolder("/tmp")])(
  "errors that the owner can fix are printed without changes",
  (cause) => {
    expect(describeStartupError(cause, here)).toBe(cause.message);
  },
);

test("only errors that the owner must fix stop the shop permanently", () => {
  expect([new SharedDataFolder("/tmp"), new MigrationError("0002 was changed")].every(isLasting)).toBe(true);
  const cause = new Error("Connection terminated");
  const passing = [
    new FolderInUse("/data", "process 7", null),
    new MigrationError("failed", { cause }),
    cause,
  ];
  expect(passing.some(isLasting)).toBe(false);
});

test("a bug of the shop itself is left to the log", () => {
  expect(describeStartupError(new TypeError("x is undefined"), here)).toBeNull();
});
