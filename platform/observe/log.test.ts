import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog, type Log } from "./log.ts";

test("secrets and personal data are redacted in the log at any depth", () => {
  const written = captureLog((log) =>
    log.info({
      headers: { authorization: "CANARY", Cookie: "CANARY", "set-cookie": "CANARY", accept: "text/html" },
      body: {
        user: [{ email: "CANARY", password: "CANARY", newPassword: "CANARY", profile: { phone: "CANARY" } }],
      },
      payment: { cardNumber: "CANARY", cvv: "CANARY", session: { refreshToken: "CANARY", amount: 2499 } },
    }),
  );
  expect(written).not.toContain("CANARY");
  expect(JSON.parse(written)).toMatchObject({
    headers: { accept: "text/html" },
    payment: { session: { amount: 2499 } },
  });
});

test("a failed query is logged with its cause but without the values of the query", () => {
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(CANARY) exists",
  });
  const error = new DrizzleQueryError("insert into account values ($1)", ["CANARY"], cause);
  const written = captureLog((log) => log.error({ err: error }, "failed"));
  expect(written).not.toContain("CANARY");
  expect(JSON.parse(written)).toMatchObject({
    err: {
      message: "Failed query: insert into account values ($1)",
      stack: expect.stringContaining("log.test.ts"),
      cause: { code: "23505", message: "duplicate key" },
    },
  });
});

function captureLog(work: (log: Log) => void): string {
  let written = "";
  work(createLog("info", { write: (line) => (written += line) }));
  return written;
}
