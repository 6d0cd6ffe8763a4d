import { setTimeout as sleep } from "node:timers/promises";
import { verifyEmail } from "#shop/accounts/endpoints.ts";
import { resetLinkIn } from "../../support/reset-code.ts";
import { none, type Scenario } from "../scenario.ts";
import { countsOf, hit, stranger, volley } from "./calls.ts";
import { inShop } from "./attacked-shop.ts";
import { mailsIn, mailTo, makeVictim } from "./victim.ts";

const EVIL = "evil@evil.example";
const BETWEEN = ["\r\n", "\n", "\r", "\u2028", "\0", "%0a", "%0d%0a", ",", ";", " ", "\t"];

const hostileInputs = (email: string): readonly unknown[] => [
  ...BETWEEN.flatMap((sign) => [
    `${email}${sign}${EVIL}`,
    `${email}${sign}Bcc: ${EVIL}`,
    `${EVIL}${sign}${email}`,
  ]),
  [email, EVIL],
  { address: email },
  `<${email}>`,
  `"x" <${EVIL}>`,
  `${email}@evil.example`,
  `${email}>`,
  42,
  null,
  true,
  `${"a".repeat(300)}@example.com`,
];

/** Ways of saying that the shop is somewhere else. */
const HOSTS: readonly Record<string, string>[] = [
  { host: "evil.example" },
  { "x-forwarded-host": "evil.example" },
  { forwarded: "host=evil.example;proto=https" },
  { "x-original-url": "http://evil.example/" },
  { "x-forwarded-proto": "javascript", "x-forwarded-port": "99" },
];

export const hostileMailboxes: Scenario = {
  name: "mailboxes",
  summary: "40 addresses and hosts that would lead a reset mail, or its link, elsewhere",
  threat: "T2",
  engines: ["embedded"],
  inShortForm: true,
  run: (stage) =>
    inShop(stage, {}, async (shop) => {
      const victim = await makeVictim(shop);
      const inputs = hostileInputs(victim.email);
      const hits = await volley(inputs, 10, (email, place) =>
        hit(shop.url, { path: verifyEmail.path, body: { email }, from: stranger(place) }),
      );
      const poisoned = await volley(HOSTS, 1, (headers) =>
        hit(shop.url, { path: verifyEmail.path, body: { email: victim.email }, headers }),
      );
      stage.say(`inputs ${countsOf(hits)}; hosts ${countsOf(poisoned)}`);
      const link = resetLinkIn(await mailTo(shop, victim.email, /password/i));
      await sleep(1_000); // what else was mailed has arrived by then
      const others = mailsIn(shop).filter(
        (mail) => !mail.includes(`\nTo: ${victim.email}\n`) || mail.includes("evil"),
      );
      return [
        { what: "inputs", value: inputs.length + HOSTS.length, atLeast: 40 },
        none(
          "inputs not refused",
          inputs.filter((_, place) => ![400, 404].includes(hits[place]?.status ?? 0)).map(String),
        ),
        none("mails to others, or that name another host", others),
        none("links elsewhere", link.startsWith(`${shop.url}/`) ? [] : [link]),
      ];
    }),
};
