import { FORM_FIELD } from "#contract/form.ts";
import type { Shop } from "../../support/shop.ts";
import { none, type Scenario } from "../scenario.ts";
import { countsOf, type Hit, hit, stranger, volley } from "./calls.ts";
import { inShop } from "./attacked-shop.ts";
import { makeVictim, type Victim } from "./victim.ts";

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
