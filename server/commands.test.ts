import { expect, test } from "vitest";
import { isReading } from "#contract/command-data.ts";
import { describeCommand } from "#platform/operator/protocol.ts";
import { commands } from "./commands.ts";

const name = ({ noun, verb }: { noun: string; verb: string }): string => `${noun} ${verb}`.trim();

/** The nouns of commands that change people, backups or the prices that customers pay. */
const OF_OWNERS = ["people", "backup", "taxes", "coupon", "seller"];

test("a manager cannot change people, backups and settings that affect money (T57)", () => {
  const open = commands.filter(
    ({ noun, reads, onlyOwner }) => OF_OWNERS.includes(noun) && reads !== true && !onlyOwner,
  );
  expect(open.map(name)).toEqual([]);
  expect(
    commands
      .filter(({ onlyOwner }) => onlyOwner)
      .map(name)
      .toSorted(),
  ).toEqual([
    "backup copied",
    "backup create",
    "backup list",
    "coupon",
    "people",
    "seller",
    "settings",
    "taxes",
  ]);
});

test("a manager cannot change the rules for fees and cash on delivery (T57)", () => {
  const rules = commands.find((command) => name(command) === "rules");
  const closed = Object.entries(rules?.options ?? {}).flatMap(([option, { onlyOwner }]) =>
    onlyOwner ? [option] : [],
  );
  expect(closed.toSorted()).toEqual([
    "cash-not-pins",
    "cash-only-pins",
    "cash-up-to",
    "free-shipping-from",
    "shipping",
    "shipping-fee",
  ]);
});

test("a packer can run the commands for packing and no other commands (T47)", () => {
  expect(
    commands
      .filter(({ forPacker }) => forPacker)
      .map(name)
      .toSorted(),
  ).toEqual([
    "orders actions",
    "orders columns",
    "orders counts",
    "orders dispatch",
    "orders list",
    "orders pack",
    "orders print",
    "orders show",
  ]);
});

test("commands that export or delete people's data or change the team ask for the passkey again (T57)", () => {
  expect(
    commands
      .filter(({ asksPasskey }) => asksPasskey)
      .map(name)
      .toSorted(),
  ).toEqual(["backup create", "customers data", "customers delete", "export", "people"]);
});

test("the description of a command says whether the command only reads data when no option is entered", () => {
  const nothing = { args: {}, options: {} };
  const listReading = (listed: readonly Parameters<typeof isReading>[0][]) =>
    listed.map((command) => isReading(command, nothing));
  expect(listReading(commands.map(describeCommand))).toEqual(listReading(commands));
  const reading = commands.filter((command) => isReading(command, nothing)).map(name);
  expect(reading).toEqual(expect.arrayContaining(["returns", "reviews", "messages", "people", "taxes"]));
});
