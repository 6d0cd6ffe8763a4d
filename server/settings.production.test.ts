import { expect, test } from "vitest";
import { findMistakes } from "../tests/support/settings.ts";
import { readConfig } from "./settings.ts";

const NEEDED = {
  DATABASE_URL: "postgres:///taruva?host=/var/run/postgresql",
  SMTP_URL: "smtp://127.0.0.1:2525",
  MAIL_FROM: "Taruva <shop@shop.example>",
};

test("production does not start without PostgreSQL, payments and a mail server, and reports all mistakes at once (D109)", () => {
  expect(findMistakes({ SHOP_PROFILE: "production", PORT: "x" }).map((line) => line.split(":")[0])).toEqual([
    "PORT",
    "TEST_PAYMENTS",
    "DATABASE_URL",
    "SMTP_URL",
    "MAIL_FROM",
  ]);
  for (const DATABASE_URL of ["memory://", ""])
    expect(
      findMistakes({ SHOP_PROFILE: "production", TEST_PAYMENTS: "on", ...NEEDED, DATABASE_URL }),
    ).toEqual([
      expect.stringMatching(
        /^DATABASE_URL: .*PostgreSQL.*\n.*apt install postgresql.*DATABASE_URL=postgres:/,
      ),
    ]);
  expect(readConfig({ SHOP_PROFILE: "production", TEST_PAYMENTS: "on", ...NEEDED }).profile).toBe(
    "production",
  );
  expect(readConfig({ TEST_PAYMENTS: "off" }).testPayments).toBe(false);
});

const RAZORPAY = {
  RAZORPAY_KEY_ID: "rzp_live_1DP5mmOlF5G5ag",
  RAZORPAY_KEY_SECRET: "thisIsTheKeySecret0000",
  RAZORPAY_WEBHOOK_SECRET: "thisIsTheWebhookSecret",
};

test("Razorpay's settings turn Razorpay on, and its test keys turn on test mode (D60)", () => {
  const config = readConfig({ SHOP_PROFILE: "production", ...NEEDED, ...RAZORPAY });
  expect(config.testPayments).toBe(false);
  expect(config.razorpay).toEqual({
    keyId: "rzp_live_1DP5mmOlF5G5ag",
    keySecret: "thisIsTheKeySecret0000",
    webhookSecrets: ["thisIsTheWebhookSecret"],
    testMode: false,
    apiUrl: "https://api.razorpay.com",
  });
  const rehearsal = readConfig({
    ...RAZORPAY,
    RAZORPAY_KEY_ID: "rzp_test_1DP5mmOlF5G5ag",
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: "theWebhookSecretBefore",
    RAZORPAY_API_URL: "http://127.0.0.1:4100",
  });
  expect(rehearsal.razorpay).toMatchObject({
    testMode: true,
    webhookSecrets: ["thisIsTheWebhookSecret", "theWebhookSecretBefore"],
    apiUrl: "http://127.0.0.1:4100",
  });
});

test("incomplete or invalid Razorpay settings are all reported, and no secret is printed", () => {
  const mistakes = findMistakes({
    RAZORPAY_KEY_ID: "rzp_prod_1",
    RAZORPAY_KEY_SECRET: "tiny-key",
    RAZORPAY_WEBHOOK_SECRET: "tiny-hook",
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: "tiny-old",
    RAZORPAY_API_URL: "https://api.razorpay.com.evil.example",
  });
  expect(mistakes.map((line) => line.split(":")[0])).toEqual([
    "RAZORPAY_KEY_ID",
    "RAZORPAY_KEY_SECRET",
    "RAZORPAY_WEBHOOK_SECRET",
    "RAZORPAY_WEBHOOK_SECRET_PREVIOUS",
    "RAZORPAY_API_URL",
  ]);
  expect(mistakes.join()).not.toContain("tiny");
  for (const line of mistakes) expect(line).toMatch(/Write for example [A-Z_]+=/);

  const keyOnly = { RAZORPAY_KEY_ID: RAZORPAY.RAZORPAY_KEY_ID, TEST_PAYMENTS: "on", PORT: "x" };
  expect(findMistakes(keyOnly).map((line) => line.split(":")[0])).toEqual([
    "PORT",
    "TEST_PAYMENTS",
    "RAZORPAY_KEY_SECRET",
    "RAZORPAY_WEBHOOK_SECRET",
  ]);
  expect(findMistakes({ RAZORPAY_WEBHOOK_SECRET: RAZORPAY.RAZORPAY_WEBHOOK_SECRET })).toHaveLength(2);
});

test("Razorpay's live keys work only with Razorpay's own API URL (D60)", () => {
  expect(findMistakes({ ...RAZORPAY, RAZORPAY_API_URL: "http://127.0.0.1:4100" })).toEqual([
    expect.stringContaining(
      "RAZORPAY_API_URL: an address other than Razorpay's own works only with test keys.",
    ),
  ]);
  for (const address of ["http://api.razorpay.com", "https://localhost:1", "http://127.0.0.1:1/x"])
    expect(findMistakes({ ...RAZORPAY, RAZORPAY_API_URL: address })).toHaveLength(1);
});

test("in production the rate limits also apply to requests from the shop's own machine, because a proxy may run on it", () => {
  const production = { SHOP_PROFILE: "production", ...NEEDED, ...RAZORPAY };
  expect(readConfig(production).limitLoopback).toBe(true);
  expect(readConfig({ ...production, RATE_LIMIT_LOOPBACK: "off" }).limitLoopback).toBe(false);
});
