import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findMistakes } from "../tests/support/settings.ts";
import { readConfig, settingNames } from "./settings.ts";

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
    databasePoolerUrl: undefined,
    databasePool: 10,
    limitLoopback: false,
    trustedProxies: ["loopback"],
    paymentTimeoutMinutes: 60,
    testPayments: true,
    razorpay: null,
    prewarmPictures: true,
    pictureStorage: null,
    cdn: { seconds: 0, purge: null },
    metrics: null,
    drainSeconds: 0,
    smtpUrl: undefined,
    mailFrom: "shop@localhost",
    mailTo: undefined,
    ownerMails: "urgent",
    lowStock: 3,
    secret: undefined,
    signIn: {
      name: "Google",
      issuer: "test-sign-in",
      clientId: "demo",
      jwksUrl: null,
      authorizeUrl: "/test-sign-in",
    },
    settingFiles: [],
  });
});

test("an empty variable counts as not set, and unknown variables are ignored", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " ", HOME: "/root" })).toEqual(readConfig({}));
});

test("the public address follows host and port until it is given", () => {
  expect(readConfig({ PORT: "8080", HOST: "0.0.0.0" }).publicUrl).toBe("http://localhost:8080");
  expect(readConfig({ HOST: "::1" }).publicUrl).toBe("http://[::1]:3000");
  expect(readConfig({ PUBLIC_URL: "https://shop.example/" }).publicUrl).toBe("https://shop.example");
});

test("every mistake is named at once, each with what to write instead", () => {
  const mistakes = findMistakes({
    PORT: "many",
    PUBLIC_URL: "https://shop.example/shop",
    LOG_LEVEL: "loud",
    DATABASE_URL: "mysql://shop:hunter2@host/shop",
    DATABASE_POOLER_URL: "memory://",
    DATABASE_POOL: "1",
    RATE_LIMIT_LOOPBACK: "yes",
    TRUST_PROXY: "everybody",
    LOW_STOCK: "few",
    PAYMENT_TIMEOUT_MINUTES: "-5",
    PICTURES_WARM: "1",
    BACKUP_RECIPIENT: "age1shop",
    SMTP_URL: "mail.example",
    MAIL_FROM: "Taruva",
    MAIL_TO: "owner@shop.example, evil@example.com",
    SHOP_SECRET: "short",
  });
  expect(mistakes.map((line) => line.split(":")[0])).toEqual(
    "PORT PUBLIC_URL LOG_LEVEL DATABASE_URL DATABASE_POOLER_URL DATABASE_POOL RATE_LIMIT_LOOPBACK TRUST_PROXY LOW_STOCK PAYMENT_TIMEOUT_MINUTES PICTURES_WARM SMTP_URL MAIL_FROM MAIL_TO BACKUP_RECIPIENT SHOP_SECRET".split(
      " ",
    ),
  );
  expect(mistakes[0]).toBe(
    'PORT: "many" is not a whole number from 0 to 65535. Write for example PORT=3000.',
  );
  for (const line of mistakes) expect(line).toMatch(/^([A-Z_]+): .*Write for example \1=/);
});

test("a bucket needs its keys, and its URL is derived from the endpoint or region", () => {
  expect(
    findMistakes({ PICTURES_STORAGE: "s3://taruva-pictures/shop" }).map((line) => line.split(":")[0]),
  ).toEqual(["PICTURES_STORAGE_KEY_ID", "PICTURES_STORAGE_SECRET_KEY"]);
  const keys = { PICTURES_STORAGE_KEY_ID: "AKIAIOSFODNN7EXAMPLE", PICTURES_STORAGE_SECRET_KEY: "a-secret" };
  const storage = (value: Record<string, string>) => readConfig({ ...keys, ...value }).pictureStorage;
  expect(storage({ PICTURES_STORAGE: "s3://pics", PICTURES_STORAGE_REGION: "ap-south-1" })).toMatchObject({
    bucketUrl: "https://pics.s3.ap-south-1.amazonaws.com",
    prefix: "",
  });
  expect(
    storage({ PICTURES_STORAGE: "s3://pics/a/b/", PICTURES_STORAGE_ENDPOINT: "http://10.0.0.5:9000" }),
  ).toMatchObject({ name: "s3://pics/a/b", bucketUrl: "http://10.0.0.5:9000/pics", prefix: "a/b/" });
  for (const wrong of ["pics", "s3://", "s3://Pics", "s3://pics/../a", "s3://pics/a b", "https://pics"])
    expect(findMistakes({ ...keys, PICTURES_STORAGE: wrong })).toHaveLength(1);
});

test("the purge of a CDN takes an https address and one header, and a CDN that holds pages", () => {
  const cdnSettings = { CDN_SECONDS: "60", CDN_PURGE_URL: "https://cdn.example/purge" };
  expect(readConfig({ ...cdnSettings, CDN_PURGE_HEADER: "Authorization: Bearer a b" }).cdn).toEqual({
    seconds: 60,
    purge: { url: "https://cdn.example/purge", headers: { Authorization: "Bearer a b" } },
  });
  const secret = findMistakes({
    ...cdnSettings,
    CDN_PURGE_URL: "http://cdn.example/s3cret",
    CDN_PURGE_HEADER: "s3cret",
  });
  expect(secret).toHaveLength(2);
  expect(secret.join()).not.toContain("s3cret");
  expect(findMistakes({ CDN_PURGE_URL: cdnSettings.CDN_PURGE_URL })).toHaveLength(1);
  for (const wrong of ["https://cdn.example:99999/purge", "https://[cdn]/purge", "http://localhost:99999/"])
    expect(findMistakes({ ...cdnSettings, CDN_PURGE_URL: wrong }), wrong).toHaveLength(1);
});

test("a password in a mistaken address is not repeated", () => {
  const hasPassword = "https://shop:hunter2@host.example/x";
  const names =
    "PUBLIC_URL PICTURES_STORAGE PICTURES_STORAGE_ENDPOINT CDN_PURGE_URL SIGN_IN_ISSUER SIGN_IN_JWKS_URL SIGN_IN_AUTHORIZE_URL RAZORPAY_API_URL".split(
      " ",
    );
  const keys = { PICTURES_STORAGE_KEY_ID: "AKIAIOSFODNN7EXAMPLE", PICTURES_STORAGE_SECRET_KEY: "a-secret" };
  const mistakes = findMistakes({
    ...keys,
    ...Object.fromEntries(names.map((name) => [name, hasPassword])),
  });
  expect(new Set(mistakes.map((line) => line.split(":")[0]))).toEqual(new Set(names));
  expect(mistakes.join()).not.toContain("hunter2");
  expect(findMistakes({ DATABASE_URL: "mysql://shop:hunter2@host/shop" }).join()).not.toContain("hunter2");
});

test("PgBouncer needs the server that it leads to", () => {
  const pooler = "postgres://shop@pooler:6432/shop";
  expect(findMistakes({ DATABASE_POOLER_URL: pooler }).join()).toContain("Write DATABASE_URL too");
});

test(".env.example explains every variable with the value it has anyway", () => {
  const example = readFileSync(".env.example", "utf8");
  const shown = Object.fromEntries(
    [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(readConfig(shown)).toEqual(readConfig({}));
  expect(Object.keys(shown).toSorted()).toEqual(settingNames.toSorted());
});

test("proxies are trusted by address, network or number, and never all the world (T33)", () => {
  const trusted = (value: string) => readConfig({ TRUST_PROXY: value }).trustedProxies;
  expect(trusted("2")).toBe(2);
  expect(trusted("10.0.0.5, 192.168.0.0/16,fd00::/8,uniquelocal")).toEqual([
    "10.0.0.5",
    "192.168.0.0/16",
    "fd00::/8",
    "uniquelocal",
  ]);
  for (const wrong of "0 10 on * 0.0.0.0/0 ::/0 10.0.0.0/33 10.0.0.5, 10.0.0.5/8/8 proxy.local".split(" "))
    expect(findMistakes({ TRUST_PROXY: wrong })).toHaveLength(1);
});

test("rejects a port that browsers block, unless a proxy is in front of the shop", () => {
  for (const port of ["6000", "6666", "10080", "25"])
    expect(findMistakes({ PORT: port }).join(), port).toContain("browsers open no page at this port");
  expect(readConfig({ PORT: "6000", PUBLIC_URL: "https://shop.example" }).port).toBe(6000);
  expect(readConfig({ PORT: "3000" }).port).toBe(3000);
});
