import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./read-config.ts";

test("without any setting the shop is a demo on this machine, with its data beside it", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://127.0.0.1:3000",
    profile: "demo",
    development: false,
    logLevel: "info",
    dataDir: path.resolve("data"),
    catalogueDir: path.resolve("catalogue"),
    databaseUrl: undefined,
    databasePool: 10,
    limitLoopback: false,
    trustedProxies: ["loopback"],
    paymentTimeoutMinutes: 60,
    testPayments: true,
    razorpay: null,
    prewarmPictures: true,
    metricsPort: null,
    drainSeconds: 0,
    smtpUrl: undefined,
    mailFrom: "Taruva <shop@localhost>",
    mailTo: undefined,
    secret: undefined,
    signIn: null,
  });
});

test("an empty variable counts as not set, and variables of others are nobody's business", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " ", HOME: "/root" })).toEqual(readConfig({}));
});

test("the public address follows host and port until it is given", () => {
  expect(readConfig({ PORT: "8080", HOST: "0.0.0.0" }).publicUrl).toBe("http://localhost:8080");
  expect(readConfig({ HOST: "::1" }).publicUrl).toBe("http://[::1]:3000");
  expect(readConfig({ PUBLIC_URL: "https://shop.example/" }).publicUrl).toBe("https://shop.example");
});

test("every mistake is named at once, each with what to write instead", () => {
  const mistakes = mistakesIn({
    PORT: "many",
    PUBLIC_URL: "https://shop.example/shop",
    LOG_LEVEL: "loud",
    DATABASE_URL: "mysql://shop:hunter2@host/shop",
    DATABASE_POOL: "1",
    RATE_LIMIT_LOOPBACK: "yes",
    TRUST_PROXY: "everybody",
    PAYMENT_TIMEOUT_MINUTES: "-5",
    PICTURES_WARM: "1",
    BACKUP_RECIPIENT: "age1shop",
    SMTP_URL: "mail.example",
    MAIL_FROM: "Taruva",
    MAIL_TO: "owner@shop.example, evil@example.com",
    SHOP_SECRET: "short",
  });
  expect(mistakes.map((line) => line.split(":")[0])).toEqual([
    "PORT",
    "PUBLIC_URL",
    "LOG_LEVEL",
    "DATABASE_URL",
    "DATABASE_POOL",
    "RATE_LIMIT_LOOPBACK",
    "TRUST_PROXY",
    "PAYMENT_TIMEOUT_MINUTES",
    "PICTURES_WARM",
    "SMTP_URL",
    "MAIL_FROM",
    "MAIL_TO",
    "BACKUP_RECIPIENT",
    "SHOP_SECRET",
  ]);
  expect(mistakes[0]).toBe(
    'PORT: "many" is not a whole number from 0 to 65535. Write for example PORT=3000.',
  );
  for (const line of mistakes) expect(line).toMatch(/Write for example [A-Z_]+=/);
});

test("a password in a mistaken address is not repeated", () => {
  expect(mistakesIn({ DATABASE_URL: "mysql://shop:hunter2@host/shop" }).join()).not.toContain("hunter2");
});

const MAIL = { SMTP_URL: "smtp://127.0.0.1:2525", MAIL_FROM: "Taruva <shop@shop.example>" };

test("production does not start without a payment provider and a mail server, and says so beside the other mistakes", () => {
  expect(mistakesIn({ SHOP_PROFILE: "production", PORT: "x" }).map((line) => line.split(":")[0])).toEqual([
    "PORT",
    "TEST_PAYMENTS",
    "SMTP_URL",
    "MAIL_FROM",
  ]);
  expect(readConfig({ SHOP_PROFILE: "production", TEST_PAYMENTS: "on", ...MAIL }).profile).toBe("production");
  expect(readConfig({ TEST_PAYMENTS: "off" }).testPayments).toBe(false);
});

const RAZORPAY = {
  RAZORPAY_KEY_ID: "rzp_live_1DP5mmOlF5G5ag",
  RAZORPAY_KEY_SECRET: "thisIsTheKeySecret0000",
  RAZORPAY_WEBHOOK_SECRET: "thisIsTheWebhookSecret",
};

test("Razorpay's settings switch to it; its test keys are known as such", () => {
  const config = readConfig({ SHOP_PROFILE: "production", ...MAIL, ...RAZORPAY });
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

test("Razorpay half set up, with short secrets or beside test payments is told in full, its secrets never", () => {
  const mistakes = mistakesIn({
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

  const alone = { RAZORPAY_KEY_ID: RAZORPAY.RAZORPAY_KEY_ID, TEST_PAYMENTS: "on", PORT: "x" };
  expect(mistakesIn(alone).map((line) => line.split(":")[0])).toEqual([
    "PORT",
    "TEST_PAYMENTS",
    "RAZORPAY_KEY_SECRET",
    "RAZORPAY_WEBHOOK_SECRET",
  ]);
  expect(mistakesIn({ RAZORPAY_WEBHOOK_SECRET: RAZORPAY.RAZORPAY_WEBHOOK_SECRET })).toHaveLength(2);
});

test("real money goes to Razorpay's own address only", () => {
  expect(mistakesIn({ ...RAZORPAY, RAZORPAY_API_URL: "http://127.0.0.1:4100" })).toEqual([
    expect.stringContaining("RAZORPAY_API_URL: another address than Razorpay's works with test keys only."),
  ]);
  for (const address of ["http://api.razorpay.com", "https://localhost:1", "http://127.0.0.1:1/x"])
    expect(mistakesIn({ ...RAZORPAY, RAZORPAY_API_URL: address })).toHaveLength(1);
});

test("a shop in production gives a load balancer time to see that it leaves, a demo closes at once", () => {
  const production = { SHOP_PROFILE: "production", ...MAIL, ...RAZORPAY };
  expect(readConfig(production).drainSeconds).toBe(5);
  expect(readConfig({ ...production, DRAIN_SECONDS: "0" }).drainSeconds).toBe(0);
  expect(readConfig({}).drainSeconds).toBe(0);
  expect(mistakesIn({ DRAIN_SECONDS: "11" })).toEqual([expect.stringContaining("from 0 to 10")]);
});

test(".env.example explains every variable with the value it has anyway", () => {
  const example = readFileSync(".env.example", "utf8");
  const shown = Object.fromEntries(
    [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(readConfig(shown)).toEqual(readConfig({}));
  expect(Object.keys(shown).toSorted()).toEqual([
    "BACKUP_RECIPIENT",
    "CATALOGUE_DIR",
    "DATABASE_POOL",
    "DATABASE_URL",
    "DATA_DIR",
    "DRAIN_SECONDS",
    "HOST",
    "LOG_LEVEL",
    "MAIL_FROM",
    "MAIL_TO",
    "METRICS_PORT",
    "NODE_ENV",
    "PAYMENT_TIMEOUT_MINUTES",
    "PICTURES_WARM",
    "PORT",
    "PUBLIC_URL",
    "RATE_LIMIT_LOOPBACK",
    "RAZORPAY_API_URL",
    "RAZORPAY_KEY_ID",
    "RAZORPAY_KEY_SECRET",
    "RAZORPAY_WEBHOOK_SECRET",
    "RAZORPAY_WEBHOOK_SECRET_PREVIOUS",
    "SECURITY_CONTACT",
    "SHOP_PROFILE",
    "SHOP_SECRET",
    "SHOP_SECRET_PREVIOUS",
    "SIGN_IN_AUTHORIZE_URL",
    "SIGN_IN_CLIENT_ID",
    "SIGN_IN_ISSUER",
    "SIGN_IN_JWKS_URL",
    "SIGN_IN_NAME",
    "SMTP_URL",
    "TEST_PAYMENTS",
    "TRUST_PROXY",
  ]);
});

test("proxies are trusted by address, network or number, and never all the world (T33)", () => {
  const trusted = (given: string) => readConfig({ TRUST_PROXY: given }).trustedProxies;
  expect(trusted("2")).toBe(2);
  expect(trusted("10.0.0.5, 192.168.0.0/16,fd00::/8,uniquelocal")).toEqual([
    "10.0.0.5",
    "192.168.0.0/16",
    "fd00::/8",
    "uniquelocal",
  ]);
  for (const wrong of [
    "0",
    "10",
    "on",
    "*",
    "0.0.0.0/0",
    "::/0",
    "10.0.0.0/33",
    "10.0.0.5,",
    "10.0.0.5/8/8",
    "proxy.local",
  ])
    expect(mistakesIn({ TRUST_PROXY: wrong })).toHaveLength(1);
});

test("visitors from this machine are limited in production, where they may be a proxy's", () => {
  const production = { SHOP_PROFILE: "production", ...MAIL, ...RAZORPAY };
  expect(readConfig(production).limitLoopback).toBe(true);
  expect(readConfig({ ...production, RATE_LIMIT_LOOPBACK: "off" }).limitLoopback).toBe(false);
});

function mistakesIn(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
  }
  return [];
}
