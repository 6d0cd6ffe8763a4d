import { expect, test } from "vitest";
import { getStand } from "./shape.ts";

test.each([
  ["a bowl on its foot", "bowl", { L: 12, B: 12, H: 4.75 }, { title: "Salad Bowl", subcategory: "Bowl" }],
  ["a caddy on its base", "box", { L: 11, B: 6.5, H: 7 }, { title: "Tote", subcategory: "Cutlery Caddy" }],
  ["a round tray on its edge", "disc", { L: 15, B: 15, H: 1.75 }, { title: "Tray", subcategory: "Tray" }],
  ["a board on its long side", "board", { L: 20, B: 6, H: 0.75 }, { title: "Board", subcategory: "Board" }],
] as const)("%s stands on the shelf", (_, stand, size, what) => expect(getStand(size, what)).toBe(stand));
