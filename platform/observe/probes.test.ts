import { expect, test } from "vitest";
import { openMailServer } from "../../tests/support/mail-server.ts";
import { checkCertificate, describeCertificate } from "../checks/certificate.ts";
import { describeClock } from "../checks/clock-findings.ts";
import { checkMailServer } from "../checks/mail-server-findings.ts";

test("the mail server is asked to let the shop in, and a finding repeats no password", async () => {
  const server = await openMailServer();
  const at = `127.0.0.1:${server.port}`;
  expect(await checkMailServer({ smtpUrl: undefined })).toEqual([]);
  expect(await checkMailServer({ smtpUrl: `smtp://${at}` })).toEqual([]);
  server.refusals.set("EHLO", "250-local\r\n250 AUTH PLAIN").set("AUTH", "535 who are you?");
  const [refused] = await checkMailServer({ smtpUrl: `smtp://shop:the-password@${at}` });
  expect(refused).toMatchObject({ about: "SMTP_URL", what: expect.stringContaining("Invalid login") });
  expect(JSON.stringify(refused)).not.toContain("the-password");
  expect(server.heard.filter((line) => line.startsWith("MAIL"))).toEqual([]);
  await server.close();
  const [gone] = await checkMailServer({ smtpUrl: `smtp://${at}/?gone` });
  expect(gone?.what).toContain("ECONNREFUSED");
});

test("a certificate is named when it has expired, is not believed, or soon expires", async () => {
  const now = new Date("2026-11-20T09:00:00.000Z");
  const describe = (validTo: string, refused: string | null = null) =>
    describeCertificate({ validTo: new Date(validTo), refused }, now)?.what;
  expect(describe("2027-01-20T09:00:00.000Z")).toBeUndefined();
  expect(describe("2026-11-25T09:00:00.000Z")).toBe("its certificate expires in 5 days, on 25/11/2026");
  expect(describe("2026-11-19T09:00:00.000Z", "CERT_HAS_EXPIRED")).toBe(
    "its certificate has expired on 19/11/2026",
  );
  expect(describe("2027-01-20T09:00:00.000Z", "SELF_SIGNED")).toContain("do not believe it");
  expect(await checkCertificate("http://127.0.0.1:1", now)).toEqual([]);
  expect(await checkCertificate("https://127.0.0.1:1", now)).toMatchObject([
    { about: "PUBLIC_URL", what: expect.stringContaining("nobody answers") },
  ]);
});

test("a clock that goes otherwise is named, with the side it is on", () => {
  expect(describeClock("the database's clock", 4_000)).toEqual([]);
  expect(describeClock("the database's clock", -6_000)[0]?.what).toContain("6 seconds behind");
  expect(describeClock("Razorpay's clock", -90_000)[0]?.what).toBe(
    "Razorpay's clock is 90 seconds behind this machine's clock",
  );
  expect(describeClock("Razorpay's clock", 61_000)[0]?.what).toContain("61 seconds ahead of");
});
