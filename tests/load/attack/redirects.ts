import { FORM_FIELD } from "#contract/form.ts";
import type { Shop } from "../../support/shop.ts";
import { toNoneFigure, type Scenario } from "../scenario.ts";
import { formatCounts, type Hit, sendHit, createStrangerAddress, sendVolley } from "./calls.ts";
import { runInShop } from "./attacked-shop.ts";
import { createVictim, type Victim } from "./victim.ts";

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
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const victim = await createVictim(shop);
      const redirects = [...LEADS.flatMap((lead) => HOSTS.map((host) => lead + host)), ...SCHEMES];
      const logins = await sendVolley(redirects, 4, (redirect, place) =>
        logInPlainly(shop, victim, redirect, createStrangerAddress(place)),
      );
      const pages = await sendVolley(redirects, 20, (redirect) =>
        sendHit(shop.url, { path: toPath(redirect) }),
      );
      run.say(`logins ${formatCounts(logins)}; pages ${formatCounts(pages)}`);
      const away = [...logins, ...pages].filter(({ headers }) => isLeadingAway(shop, headers.location));
      return [
        { what: "wishes", value: redirects.length, atLeast: 60 },
        {
          what: "logins that led anywhere",
          value: logins.filter(({ status }) => status === 303).length,
          atLeast: redirects.length,
        },
        toNoneFigure(
          "ways to another site",
          away.map(({ headers }) => String(headers.location)),
        ),
      ];
    }),
};

/** As a browser without scripts does it, with `redirect` in the address of the page. */
function logInPlainly(shop: Shop, { email, password }: Victim, redirect: string, from: string): Promise<Hit> {
  const body = new URLSearchParams({ [FORM_FIELD]: "login", email, password }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: shop.url };
  return sendHit(shop.url, { path: `/log-in?redirect=${encodeURIComponent(redirect)}`, body, headers, from });
}

/** The redirect as a request line can carry it. */
const toPath = (redirect: string): string =>
  encodeURI(redirect.startsWith("/") ? redirect : `/${redirect}`).replaceAll("%25", "%");

const isLeadingAway = ({ url }: Shop, location: string | undefined): boolean =>
  location !== undefined && URL.parse(location, `${url}/log-in`)?.origin !== url;
