import { expect, test } from "vitest";
import { describeCommand, type KnownValue } from "#platform/operator/protocol.ts";
import { commands } from "../commands.ts";
import { complete, formatCandidates } from "./completion.ts";
import { localCommands } from "./local-commands.ts";

const known: Record<string, KnownValue[]> = {
  order: [
    { value: "TRV-AAAAAA", summary: "Asha Patel, Processing" },
    { value: "TRV-BBBBBB", summary: "Ravi Rao, Delivered" },
  ],
  product: [{ value: "teak-tray", summary: "Teak\nTray" }],
  pieces: [{ value: "teak-tray:1", summary: "Teak Tray" }],
  collection: [{ value: "Evening Chai", summary: "" }],
};

async function completeLine(line: string): Promise<string[] | string> {
  const match = await complete(
    line,
    [...commands.map(describeCommand), ...localCommands],
    async (kind, begin) => (known[kind] ?? []).filter(({ value }) => value.startsWith(begin)),
  );
  return typeof match === "string" ? match : match.map(({ value }) => value);
}

test.each([
  ["npm run shop -- pro", ["products"]],
  ["npm run shop -- orders di", ["dispatch"]],
  ["npm run -s shop -- orders dispatch TRV-A", ["TRV-AAAAAA"]],
  ["taruva orders dispatch TRV-AAAAAA --cou", ["--courier"]],
  ["taruva orders dispatch --from ", "files"],
  ["taruva orders export ", "files"],
  ["taruva orders refund TRV-AAAAAA --line ", ["teak-tray:1"]],
  ["taruva orders refund TRV-AAAAAA --line teak-tray:1 --re", ["--restock", "--reason"]],
  ["taruva orders refund TRV-AAAAAA --restock --no", ["--no-restock"]],
  ["taruva cancellations list --status Ap", ["Approved"]],
  ['taruva collections set "Eve', ["Evening Chai"]],
  ["taruva collections set Evening\\ C", ["Evening Chai"]],
  ["taruva products set teak-tray --was n", ["none"]],
  ["taruva orders cancel TRV-AAAAAA --dry", ["--dry-run"]],
  ["taruva orders list --dry", []],
  ["taruva orders note TRV-AAAAAA ", []],
  ["taruva completion z", ["zsh"]],
  ["npm run buil", []],
  ["npm run shop", []],
  ["taruva burn every", []],
])("%s can go on with %j", async (line, expected) => {
  expect(await completeLine(line)).toEqual(expected);
});

test("prints one line for each candidate, with any characters in the summary", () => {
  expect(formatCandidates(known["product"] ?? [])).toBe("teak-tray\tTeak Tray\n");
  expect(formatCandidates("folders")).toBe(":folders\n");
});
