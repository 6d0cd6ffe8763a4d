import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { findMistakes } from "../tests/support/settings.ts";
import { readConfig } from "./settings.ts";

const folder = mkdtempSync(path.join(tmpdir(), "taruva-secrets-"));

function writeSecret(name: string, text: string, mode = 0o600): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const SECRET = "a".repeat(32);

test("settings can be read from files, and line breaks at the end of a file are ignored", () => {
  const config = readConfig({
    DATABASE_URL_FILE: writeSecret("database-url", "postgres://shop:hunter2@127.0.0.1/shop\n"),
    SHOP_SECRET_FILE: writeSecret("shop-secret", `${SECRET}\r\n`),
    SMTP_URL_FILE: writeSecret("smtp-url", "smtps://shop:hunter2@mail.example:465"),
    RAZORPAY_KEY_ID: "rzp_test_1DP5mmOlF5G5ag",
    RAZORPAY_KEY_SECRET_FILE: writeSecret("key-secret", "thisissixteenlong\n\n"),
    RAZORPAY_WEBHOOK_SECRET_FILE: writeSecret("webhook-secret", "thisissixteenlong2"),
  });
  expect(config).toMatchObject({
    databaseUrl: "postgres://shop:hunter2@127.0.0.1/shop",
    secret: SECRET,
    smtpUrl: "smtps://shop:hunter2@mail.example:465",
    razorpay: { keySecret: "thisissixteenlong", webhookSecrets: ["thisissixteenlong2"] },
  });
  expect(config.settingFiles).toContainEqual({
    name: "SHOP_SECRET",
    file: path.join(folder, "shop-secret"),
  });
});

test("the value of a setting from a file is validated like any other value, and a secret is not printed", () => {
  const mistakes = findMistakes({ SHOP_SECRET_FILE: writeSecret("short", "hunter2\n") });
  expect(mistakes).toHaveLength(1);
  expect(mistakes[0]).toMatch(/^SHOP_SECRET: the value is too short/);
  expect(mistakes[0]).not.toContain("hunter2");
});
