import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { FORM_FIELD } from "#contract/form.ts";
import type { Shop } from "../../support/shop.ts";
import { none, type Scenario } from "../scenario.ts";
import { countsOf, type Hit, hit, inShop, stranger, volley } from "./calls.ts";
import { makeVictim, type Victim } from "./victim.ts";

const CANARY = "what nobody may read";

const CLIMBS = [
  "../",
  "..%2f",
  "%2e%2e/",
  "%2e%2e%2f",
  "..%5c",
  "..\\",
  "....//",
  "../",
  "..;/",
  "..%252f",
  "%252e%252e%252f",
  "..%c0%af",
  "%c0%ae%c0%ae/",
  "..%00/",
  "..%0d%0a/",
  "trays/../../",
  "trays/..%2f..%2f",
  "/",
  "//",
  "%2f",
  "file:///",
  "C:%5c",
  "~/",
  "\\\\127.0.0.1\\",
  "..%u2215",
];

const TARGETS = ["secret.jpg", "secret.jpg%00.jpg", "pg/PG_VERSION", "etc/passwd"];
const STARTS = ["/uploads/", "/videos/", "/pictures/products/", "/assets/"];

export const paths: Scenario = {
  name: "paths",
  summary: "400 paths that lead out of the folders of files",
  threat: "T19",
  engines: ["embedded"],
  inShortForm: true,
  run: (stage) =>
    inShop(stage, {}, async (shop) => {
      mkdirSync(path.join(shop.dataDir, "uploads/trays"), { recursive: true });
      writeFileSync(path.join(shop.dataDir, "secret.jpg"), CANARY);
      writeFileSync(path.join(shop.dataDir, "uploads/trays/open.jpg"), "a picture");
      const all = STARTS.flatMap((start) =>
        CLIMBS.flatMap((climb) => TARGETS.map((target) => start + climb + target)),
      );
      const hits = await volley(all, 50, (each) => hit(shop.url, { path: each }));
      const open = await hit(shop.url, { path: "/uploads/trays/open.jpg" });
      stage.say(countsOf(hits));
      const served = all.filter((_, place) => ![400, 404, 414].includes(hits[place]?.status ?? 0));
      const leaked = all.filter((_, place) => hits[place]?.text.includes(CANARY));
      return [
        { what: "paths", value: all.length, atLeast: 200 },
        none("paths answered otherwise than 404 or 400", served),
        none("paths that told what nobody may read", leaked),
        { what: "a plain upload is served", value: open.status, atLeast: 200, atMost: 200 },
      ];
    }),
};

const LEADS = [
  "//",
  "///",
  "/\\",
  "\\\\",
  "/.//",
  "/..//",
  "/./\\",
  "/a/..//",
  "/%2e//",
  "/%2F",
  "/%5C",
  "/\t/",
  "/\n/",
  "\t//",
  " //",
  "https://",
  "http:/",
  "https:\\\\",
];
const HOSTS = ["evil.com", "user@evil.com", "127.0.0.1.evil.com", "evil.com%00"];
const SCHEMES = [
  "javascript:alert(1)",
  "data:text/html,x",
  "java\nscript:x",
  "vbscript:x",
  "blob:x",
  "//[::1]",
];

export const redirects: Scenario = {
  name: "redirects",
  summary: "logins and pages that are asked to lead to another site",
  threat: "T10",
  engines: ["embedded"],
  inShortForm: true,
  run: (stage) =>
    inShop(stage, {}, async (shop) => {
      const victim = await makeVictim(shop);
      const wishes = [...LEADS.flatMap((lead) => HOSTS.map((host) => lead + host)), ...SCHEMES];
      const logins = await volley(wishes, 4, (wish, place) =>
        logInPlainly(shop, victim, wish, stranger(place)),
      );
      const pages = await volley(wishes, 20, (wish) => hit(shop.url, { path: asPath(wish) }));
      stage.say(`logins ${countsOf(logins)}; pages ${countsOf(pages)}`);
      const away = [...logins, ...pages].filter(({ headers }) => leadsAway(shop, headers.location));
      return [
        { what: "wishes", value: wishes.length, atLeast: 60 },
        {
          what: "logins that led anywhere",
          value: logins.filter(({ status }) => status === 303).length,
          atLeast: wishes.length,
        },
        none(
          "ways to another site",
          away.map(({ headers }) => String(headers.location)),
        ),
      ];
    }),
};

/** As a browser without scripts does it, with `redirect` in the address of the page. */
function logInPlainly(shop: Shop, { email, password }: Victim, wish: string, from: string): Promise<Hit> {
  const body = new URLSearchParams({ [FORM_FIELD]: "login", email, password }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: shop.url };
  return hit(shop.url, { path: `/log-in?redirect=${encodeURIComponent(wish)}`, body, headers, from });
}

/** What a request line can carry of it. */
const asPath = (wish: string): string =>
  encodeURI(wish.startsWith("/") ? wish : `/${wish}`).replaceAll("%25", "%");

const leadsAway = ({ url }: Shop, location: string | undefined): boolean =>
  location !== undefined && URL.parse(location, `${url}/log-in`)?.origin !== url;
