import { expect, test } from "vitest";
import { openMailServer } from "../../tests/support/mails.ts";
import { checkMailServer, checkRecords } from "./mail.ts";

test("the mail check logs in to the mail server without sending a mail, and prints no password", async () => {
  const server = await openMailServer();
  const at = `127.0.0.1:${server.port}`;
  const check = (smtpUrl: string | undefined) =>
    checkMailServer({ config: { smtpUrl, mailFrom: "shop@shop.example" } }, () => {});
  expect(await check(undefined)).toEqual([]);
  expect(await check(`smtp://${at}`)).toEqual([]);
  server.refusals.set("EHLO", "250-local\r\n250 AUTH PLAIN").set("AUTH", "535 who are you?");
  const [refused] = await check(`smtp://shop:the-password@${at}`);
  expect(refused).toMatchObject({ about: "SMTP_URL", what: expect.stringContaining("Invalid login") });
  expect(JSON.stringify(refused)).not.toContain("the-password");
  expect(server.heard.filter((line) => line.startsWith("MAIL"))).toEqual([]);
  await server.close();
  const [gone] = await check(`smtp://${at}/?gone`);
  expect(gone?.what).toContain("ECONNREFUSED");
});

const say = (records: Parameters<typeof checkRecords>[1]) =>
  checkRecords("shop.example", records).map(({ what }) => what);

test("the mail check reports missing SPF, DMARC and MX records", () => {
  expect(say({ own: [["v=spf2 nothing"]], dmarc: [], mailServers: 0 })).toEqual([
    "shop.example has no SPF record, which lists the servers that may send its e-mails",
    "shop.example has no DMARC record, which decides what happens to forged e-mails",
    "shop.example receives no e-mail (no MX record), so customers cannot reply to the shop's e-mails",
  ]);
});
