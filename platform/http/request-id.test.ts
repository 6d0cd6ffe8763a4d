import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createTrust } from "./proxies.ts";
import { createRequestIds } from "./follow-requests.ts";
import { describeInSql } from "../database/named-statements.ts";

const GIVEN = "4bf92f3577b34da6a3ce929d0e0e4736";
const OWN = /^[0-9A-Z]{10}$/;

const request = (id: unknown, from: string) =>
  ({ headers: { "x-request-id": id }, socket: { remoteAddress: from } }) as unknown as IncomingMessage;

test.each<[string | number, string, boolean]>([
  ["loopback", "127.0.0.1", true],
  ["loopback", "::1", true],
  ["loopback", "::ffff:127.0.0.1", true],
  ["loopback", "10.0.0.5", false],
  ["uniquelocal", "10.0.0.5", true],
  ["10.0.0.5", "10.0.0.5", true],
  ["10.0.0.5", "10.0.0.6", false],
  ["192.168.0.0/16", "192.168.7.1", true],
  ["2001:db8::/32", "2001:db8::7", true],
  ["2001:db8::/32", "203.0.113.7", false],
  ["linklocal", "", false],
  [2, "203.0.113.7", true],
])(
  "with TRUST_PROXY=%s, a request from the IP address '%s' keeps its request id: %s",
  (trusted, from, kept) => {
    const nameRequest = createRequestIds(createTrust(typeof trusted === "number" ? trusted : [trusted]));
    expect(nameRequest(request(GIVEN, from)) === GIVEN).toBe(kept);
  },
);

test.each([
  undefined,
  "",
  "short",
  "x".repeat(65),
  'id-1234"} {"level":"fatal","msg":"forged"',
  "id-1234\nforged line",
  "id-12345'*/; drop table orders; --",
  "id-1234*/ or true /*",
  "${jndi:ldap://x}",
  "\u001B[31mred-and-loud",
  "-starts-with-a-dash",
  "två-ord-på-svenska",
])("T42: a request id that is missing or has a wrong length or format is replaced: %j", (id) => {
  expect(createRequestIds(createTrust(["loopback"]))(request(id, "127.0.0.1"))).toMatch(OWN);
});

test("T42: no value in an SQL comment can end the comment", () => {
  const comment = describeInSql({ id: GIVEN, name: "GET /pictures/*'*/ or true" });
  expect(comment).toBe(`/*action='GET%20%2Fpictures%2F*%27*%2F%20or%20true',request_id='${GIVEN}'*/`);
  expect(comment.slice(2, -2)).not.toMatch(/\*\/|\/\*/);
});
