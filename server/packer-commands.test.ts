import { expect, test } from "vitest";
import { commands } from "./commands.ts";

test("a packer can run the commands for packing and no others (T47)", () => {
  const open = commands.filter(({ forPacker }) => forPacker).map(({ noun, verb }) => `${noun} ${verb}`);
  expect(open.toSorted()).toEqual([
    "orders actions",
    "orders dispatch",
    "orders list",
    "orders pack",
    "orders print",
    "orders show",
  ]);
});
