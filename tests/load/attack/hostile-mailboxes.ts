import { setTimeout as sleep } from "node:timers/promises";
import { verifyEmail } from "#shop/accounts/endpoints.ts";
import { findResetLink } from "../../support/reset-code.ts";
import { toNoneFigure, type Scenario } from "../scenario.ts";
import { formatCounts, sendHit, createStrangerAddress, sendVolley } from "./calls.ts";
import { runInShop } from "./attacked-shop.ts";
import { listMails, waitForMail, createVictim } from "./victim.ts";

const EVIL = "evil@evil.example";
const BETWEEN = ["\r\n", "\n", "\r", "\u2028", "\0", "%0a", "%0d%0a", ",", ";", " ", "\t"];

const listHostileInputs = (email: string): readonly unknown[] => [
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
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const victim = await createVictim(shop);
      const inputs = listHostileInputs(victim.email);
      const hits = await sendVolley(inputs, 10, (email, place) =>
        sendHit(shop.url, { path: verifyEmail.path, body: { email }, from: createStrangerAddress(place) }),
      );
      const poisoned = await sendVolley(HOSTS, 1, (headers) =>
        sendHit(shop.url, { path: verifyEmail.path, body: { email: victim.email }, headers }),
      );
      run.say(`inputs ${formatCounts(hits)}; hosts ${formatCounts(poisoned)}`);
      const link = findResetLink(await waitForMail(shop, victim.email, /password/i));
      await sleep(1_000); // what else was mailed has arrived by then
      const others = listMails(shop).filter(
        (mail) => !mail.includes(`\nTo: ${victim.email}\n`) || mail.includes("evil"),
      );
      return [
        { what: "inputs", value: inputs.length + HOSTS.length, atLeast: 40 },
        toNoneFigure(
          "inputs not refused",
          inputs.filter((_, index) => ![400, 404].includes(hits[index]?.status ?? 0)).map(String),
        ),
        toNoneFigure("mails to others, or that name another host", others),
        toNoneFigure("links elsewhere", link.startsWith(`${shop.url}/`) ? [] : [link]),
      ];
    }),
};
