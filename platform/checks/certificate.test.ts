import { expect, test } from "vitest";
import { checkCertificate, checkPresented } from "./proxy.ts";

test("a certificate is named when it has expired, is not believed, or soon expires", async () => {
  const now = new Date("2026-11-20T09:00:00.000Z");
  const check = (validTo: string, refused: string | null = null) =>
    checkPresented({ validTo: new Date(validTo), refused }, now).map(({ what }) => what);
  expect(check("2027-01-20T09:00:00.000Z")).toEqual([]);
  expect(check("2026-11-25T09:00:00.000Z")).toEqual(["its certificate expires in 5 days, on 25 Nov 2026"]);
  expect(check("2026-11-19T09:00:00.000Z", "CERT_HAS_EXPIRED")).toEqual([
    "its certificate expired on 19 Nov 2026",
  ]);
  expect(check("2027-01-20T09:00:00.000Z", "SELF_SIGNED")).toEqual([
    expect.stringContaining("do not trust it"),
  ]);
  expect(await checkCertificate({ config: { publicUrl: "http://127.0.0.1:1" }, now: () => now })).toEqual([]);
  expect(
    await checkCertificate({ config: { publicUrl: "https://127.0.0.1:1" }, now: () => now }),
  ).toMatchObject([{ about: "PUBLIC_URL", what: expect.stringContaining("nobody answers") }]);
});
