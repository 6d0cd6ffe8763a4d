import { request as askHttp } from "node:http";
import { request as askHttps } from "node:https";
import { afterAll, beforeAll, expect, test } from "vitest";
import { links } from "#contract/links.ts";
import { signLink } from "#platform/http/signed-link.ts";
import { buildResetLinkHash } from "#shop/accounts/password-reset.ts";
import { createTestContext, type TestContext } from "../support/database.ts";
import { findNginx, type ShippedNginx, startShippedNginx } from "../support/nginx.ts";
import { findFreePort } from "../support/processes.ts";
import { listLinkPages, listServedRoutes } from "./served-routes.ts";

/* Runs nginx with the configuration in deploy/nginx while the shop is down, and checks its logs. */

const program = findNginx();

let context: TestContext;
let nginx: ShippedNginx;
let ports: { http: number; https: number };

beforeAll(async () => {
  if (program === undefined) return;
  context = await createTestContext();
  ports = { http: await findFreePort(), https: await findFreePort() };
  // No program listens on port 1, so the shop is down.
  nginx = await startShippedNginx(program, { ...ports, shop: [1] });
});
afterAll(async () => {
  await nginx?.stop();
  await context?.close();
});

/** Texts between a page's path and the secret: in links of earlier versions, or after changes by mail programs. */
const REWRITTEN = ["/", "%23", "/%23", "%2523", "#", "?", "?link=", "/?", "%3F", "%2F", "//", "%20", "="];

test.skipIf(program === undefined)(
  "T39, T41: while the shop is down, nginx logs no secret link from a mail, neither over HTTP nor over HTTPS",
  async () => {
    const secret = signLink(context, "any", "TRV-ABC234");
    const pages = listLinkPages(await listServedRoutes(context));
    expect(pages.toSorted()).toEqual(["/back-in-stock", "/newsletter", "/pay-order", "/review", "/track"]);
    const reset = buildResetLinkHash({ email: "asha@example.com", code: secret }).slice(1);
    for (const page of [...pages, links.forgotPassword()]) {
      const code = page === links.forgotPassword() ? reset : secret;
      const addresses = REWRITTEN.flatMap((way) =>
        [page, page.toUpperCase(), `/${page}`, `/x/..${page}`].map((path) => path + way + code),
      );
      for (const address of addresses)
        for (const scheme of ["http", "https"] as const)
          expect([address, await ask(scheme, "GET", address)]).toEqual([
            address,
            scheme === "http" ? 301 : 503,
          ]);
      expect(await ask("https", "POST", page, `link=${code}`)).toBe(503);
    }
    expect(await ask("https", "GET", "/track")).toBe(503);
    expect(await ask("https", "GET", "/products")).toBe(503);
    const logs = nginx.readLogs();
    expect(logs).toContain(`"GET /track HTTP/1.1" 503`);
    expect(logs).toContain("Connection refused");
    const [seal = ""] = secret.split(".");
    expect(logs.split("\n").filter((line) => line.includes(seal))).toEqual([]);
  },
);

const ask = (scheme: "http" | "https", method: string, address: string, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const options = {
      port: ports[scheme],
      method,
      path: address,
      headers: { host: "localhost", "content-type": "application/x-www-form-urlencoded" },
      rejectUnauthorized: false,
    };
    const sending = (scheme === "http" ? askHttp : askHttps)(options, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sending.once("error", reject).end(body);
  });
