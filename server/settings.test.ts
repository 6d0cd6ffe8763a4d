import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findMistakes } from "../tests/support/settings.ts";
import { readConfig, settingNames } from "./settings.ts";

test("without any settings the shop is a demo on this machine and stores its data in the folder `data`", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://127.0.0.1:3000",
    apiUrl: undefined,
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

test("all mistakes in the settings are reported at once, each with an example", () => {
  const mistakes = findMistakes({
    PORT: "many",
    PUBLIC_URL: "https://shop.example/shop",
    API_URL: "api.shop.example",
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
    "PORT PUBLIC_URL API_URL LOG_LEVEL DATABASE_URL DATABASE_POOLER_URL DATABASE_POOL RATE_LIMIT_LOOPBACK TRUST_PROXY LOW_STOCK PAYMENT_TIMEOUT_MINUTES PICTURES_WARM SMTP_URL MAIL_FROM MAIL_TO BACKUP_RECIPIENT SHOP_SECRET".split(
      " ",
    ),
  );
  expect(mistakes[0]).toBe('PORT: "many" is not a whole number from 0 to 65535. Write for example PORT=3000');
  for (const line of mistakes) expect(line).toMatch(/^([A-Z_]+): .*Write for example \1=/);
});

test(".env.example contains every setting with its default value", () => {
  const example = readFileSync(".env.example", "utf8");
  const shown = Object.fromEntries(
    [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(readConfig(shown)).toEqual(readConfig({}));
  expect(Object.keys(shown).toSorted()).toEqual(settingNames.toSorted());
});

test("proxies can be trusted by address, network or number, but never all addresses (T33)", () => {
  const trusted = (value: string) => readConfig({ TRUST_PROXY: value }).trustedProxies;
  expect(trusted("2")).toBe(2);
  expect(trusted("10.0.0.5, 192.168.0.0/16,fd00::/8,uniquelocal")).toEqual([
    "10.0.0.5",
    "192.168.0.0/16",
    "fd00::/8",
    "uniquelocal",
  ]);
  for (const wrong of "0 10 on * 0.0.0.0/0 ::/0 10.0.0.0/33 10.0.0.5, 10.0.0.5/8/8 10.1/16 010.0.0.5 proxy.local".split(
    " ",
  ))
    expect(findMistakes({ TRUST_PROXY: wrong })).toHaveLength(1);
});

test("the API's own address must be of the same site as the shop's, and is ignored if both are equal (D90)", () => {
  const read = (PUBLIC_URL: string, API_URL: string) => readConfig({ PUBLIC_URL, API_URL }).apiUrl;
  expect(read("https://shop.example", "https://api.shop.example/")).toBe("https://api.shop.example");
  expect(read("https://www.shop.example", "https://api.shop.example")).toBe("https://api.shop.example");
  expect(read("http://127.0.0.1:3000", "http://127.0.0.1:3001")).toBe("http://127.0.0.1:3001");
  expect(read("https://shop.example", "https://shop.example")).toBeUndefined();
  for (const other of ["http://api.shop.example", "https://api.example", "https://127.0.0.1"])
    expect(findMistakes({ PUBLIC_URL: "https://shop.example", API_URL: other })).toEqual([
      expect.stringMatching(/^API_URL: .*Write for example API_URL=/),
    ]);
  expect(findMistakes({ PUBLIC_URL: "http://10.1.0.1", API_URL: "http://10.2.0.1" })).toHaveLength(1);
});

test("a PUBLIC_URL or API_URL with characters that have a meaning in the Content-Security-Policy header is refused", () => {
  for (const host of ["*", "a;sandbox", "a,b", "a'b", 'a"b', "a$&b"])
    for (const name of ["PUBLIC_URL", "API_URL"])
      expect(
        findMistakes({ PUBLIC_URL: "https://shop.example", [name]: `https://${host}.shop.example` }),
      ).toEqual([expect.stringMatching(`^${name}: .*Write for example ${name}=`)]);
});
