import { expect, test } from "vitest";
import { describeMailRecords } from "./mail-record-findings.ts";

const say = (records: Parameters<typeof describeMailRecords>[1]) =>
  describeMailRecords("shop.example", records).map(({ what }) => what);

test("a domain that vouches for its mails, in as many parts as it likes, has no finding", () => {
  const own = [["google-site-verification=x"], ["v=spf1 include:mail.exam", "ple -all"]];
  expect(say({ own, dmarc: [["V=DMARC1; p=reject"]], mailServers: 1 })).toEqual([]);
});

test("each record that is missing is named", () => {
  expect(say({ own: [["v=spf2 nothing"]], dmarc: [], mailServers: 0 })).toEqual([
    "shop.example does not say which servers send its mails (SPF)",
    "shop.example does not say what becomes of forged mails (DMARC)",
    "shop.example takes no mail (no MX record): nobody can answer the shop's mails",
  ]);
});
