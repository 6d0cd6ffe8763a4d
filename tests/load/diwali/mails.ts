import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getOutboxFolder } from "#platform/mail/saved-mails.ts";
import { type Figure, toNoneFigure } from "../scenario.ts";
import type { Day, Purchase } from "./purchases.ts";

const WRITTEN_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;

const ofEveryOrder = ["is confirmed", "is on its way", "has arrived"];
const ofAReturn = [
  "We have your return request",
  "Please send it back",
  "Your pieces are back with us",
  "is on its way back to you",
];
const ofACancellation = ["is confirmed", "request to cancel", "as you asked", "is on its way back to you"];

/** Waits for them, and then each customer has exactly the mails of what happened, and the owner those of requests. */
export async function checkMails(
  dataDir: string,
  owner: string,
  day: Day,
  returned: readonly Purchase[],
): Promise<Figure[]> {
  const expected = new Map([
    ...day.toSend.map(
      (each) =>
        [
          each.checkout.member.email,
          returned.includes(each) ? [...ofEveryOrder, ...ofAReturn] : ofEveryOrder,
        ] as const,
    ),
    [day.regretted.checkout.member.email, ofACancellation],
    [owner, ["is to be cancelled", ...returned.map(() => "pieces are to come back")]],
  ]);
  const giveUp = performance.now() + WRITTEN_WITHIN_MS;
  const mails = new OutboxReader(getOutboxFolder(dataDir));
  let wrong: string[];
  do {
    await sleep(LOOK_EVERY_MS);
    await mails.readNew();
    wrong = [...expected].flatMap(([to, subjects]) => compare(to, subjects, mails.subjectsTo(to)));
  } while (wrong.length > 0 && performance.now() < giveUp);
  return [
    { what: "mails", value: mails.count },
    { what: "of them with an invoice or a credit note", value: mails.withFiles },
    toNoneFigure("customers with other mails than they should have", wrong),
  ];
}

/** Each mail that is there answers for one that is expected; a subject is expected by a part of it. */
function compare(to: string, expected: readonly string[], subjects: readonly string[]): string[] {
  const left = [...subjects];
  const missing = expected.filter((part) => {
    const at = left.findIndex(
      (subject) => subject.includes(part) && (part !== "is on its way" || subject.endsWith(part)),
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return missing.length + left.length === 0
    ? []
    : [`${to}: without ${missing.join(", ") || "none"}; besides ${left.join(", ") || "none"}`];
}

/** The mails that were written as files, each read once. */
class OutboxReader {
  readonly #subjects = new Map<string, string[]>();
  readonly #seen = new Set<string>();
  readonly #folder: string;
  withFiles = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get count(): number {
    return this.#seen.size;
  }

  subjectsTo(to: string): readonly string[] {
    return this.#subjects.get(to) ?? [];
  }

  async readNew(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((each) => each.endsWith(".eml") && !this.#seen.has(each))) {
      const mail = await readFile(path.join(this.#folder, name), "utf8");
      const [head = ""] = mail.split("\n\n", 1);
      const [, to = ""] = /^To: (.*)$/m.exec(head) ?? [];
      const [, subject = ""] = /^Subject: (.*)$/m.exec(head) ?? [];
      this.#seen.add(name);
      if (mail.includes("Content-Disposition: attachment")) this.withFiles++;
      // The digest comes by the clock, whatever the hour of this run is.
      if (!subject.startsWith("Today in the shop"))
        this.#subjects.set(to, [...(this.#subjects.get(to) ?? []), subject]);
    }
  }
}
