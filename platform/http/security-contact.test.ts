import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../tests/support/settings.ts";
import { sendError } from "./envelope.ts";
import { serveSecurityContact } from "./crawler-files.ts";

const now = () => new Date("2026-11-02T10:00:00Z");

async function fetchText(sellersMail: string | null) {
  const app = Fastify();
  app.setErrorHandler((cause, request, reply) => sendError(cause, request, reply));
  const config = readConfig({ PUBLIC_URL: "https://shop.example" });
  serveSecurityContact(app, { config, now }, () => sellersMail);
  onTestFinished(() => app.close());
  const { statusCode, headers, body } = await app.inject("/.well-known/security.txt");
  return { statusCode, type: headers["content-type"], body };
}

test("security.txt contains the contact, an expiry date and its canonical URL", async () => {
  expect(await fetchText("hello@shop.example")).toEqual({
    statusCode: 200,
    type: "text/plain; charset=utf-8",
    body: [
      "Contact: mailto:hello@shop.example",
      "Expires: 2027-05-01T10:00:00.000Z",
      "Preferred-Languages: en, hi",
      "Canonical: https://shop.example/.well-known/security.txt",
      "",
    ].join("\n"),
  });
});

test("a request for security.txt gets 404 if the seller has no e-mail address", async () => {
  expect((await fetchText(null)).statusCode).toBe(404);
});
