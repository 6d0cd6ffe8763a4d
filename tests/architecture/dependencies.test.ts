import { expect, test } from "vitest";
import { fileBehind, importsOf, sources, type Source, understood } from "./sources.ts";

// The linter refuses most of this while it is typed; here also `import()` and `import("…").Type`, which it does not see.

test("imports point down only", () => {
  expect(sources.flatMap(breachesIn)).toEqual([]);
});

test.each([
  ["shop/orders/web/order-table.tsx", 'type Row = import("#server/orders").Row;'],
  ["web/pages/home.tsx", 'const database = await import("#platform/database.ts");'],
  ["ui/button.tsx", 'const Cart = import("#shop/cart/web/cart-drawer.tsx");'],
  ["shop/orders/order.ts", 'export * from "./server/orders.ts";'],
  ["shop/orders/server/index.ts", 'import("../../cart/server/tables.ts");'],
  ["shop/orders/web/order-table.tsx", 'import("../../cart/web/cart-drawer.tsx");'],
  ["server/app.ts", 'import("../web/routes.tsx");'],
  ["contract/money.ts", 'import("../shop/orders/totals.ts");'],
])("%s may not say %s", (file, text) => {
  expect(breachesIn(understood(file, text))).toHaveLength(1);
});

function breachesIn(source: Source): string[] {
  return importsOf(source).flatMap((specifier) => {
    const target = fileBehind(specifier, source.file);
    return target === null || mayReach(source.file, target) ? [] : [`${source.file} imports ${specifier}`];
  });
}

type Floor =
  | "contract"
  | "hall"
  | "room server"
  | "room web"
  | "platform"
  | "composition"
  | "lib"
  | "ui"
  | "front"
  | "outside";

/** Whom each floor may import; `door` is another room's door, `own` the same room's files of that floor. */
const MAY: Record<Floor, readonly (Floor | "door" | "own server" | "own web")[]> = {
  contract: ["contract"],
  hall: ["contract", "hall"],
  platform: ["contract", "platform"],
  "room server": ["contract", "hall", "platform", "door", "own server"],
  composition: ["contract", "hall", "platform", "door", "room server", "composition"],
  lib: ["contract", "lib", "ui"],
  ui: ["contract", "lib", "ui"],
  "room web": ["contract", "hall", "lib", "ui", "own web"],
  front: ["contract", "hall", "lib", "ui", "room web", "front"],
  outside: [],
};

function mayReach(from: string, to: string): boolean {
  const [here, there] = [floorOf(from), floorOf(to)];
  const may = MAY[here];
  if (may.includes(there)) return true;
  if (there === "room server")
    return may.includes(sameRoom(from, to) ? "own server" : isDoor(to) ? "door" : "outside");
  return there === "room web" && sameRoom(from, to) && may.includes("own web");
}

function floorOf(file: string): Floor {
  const [first, second, third, fourth] = file.split("/");
  if (first === "contract") return "contract";
  if (first === "server") return second === "platform" ? "platform" : "composition";
  if (first === "web") return second === "lib" ? "lib" : second === "ui" ? "ui" : "front";
  if (first !== "shop") return "outside";
  if (fourth === undefined) return "hall";
  return third === "server" ? "room server" : third === "web" ? "room web" : "outside";
}

const sameRoom = (one: string, other: string) => one.split("/")[1] === other.split("/")[1];

function isDoor(file: string): boolean {
  const [, room, , name] = file.split("/");
  return name === `${room}.ts`;
}
