import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { readPdfTexts } from "../../support/read-pdf.ts";
import { type Figure, toNoneFigure } from "../scenario.ts";
import { goods } from "./goods.ts";
import type { Day, Purchase } from "./purchases.ts";
import type { Terminal } from "./terminal.ts";

interface PickList {
  orders: { orderId: string }[];
  picks: { productId: string; pieces: number; orders: string[] }[];
}

/** The pick list has every piece of every order that is to be sent, once, along the shelves. */
export async function checkPickList({ read }: Terminal, { toSend }: Day): Promise<Figure[]> {
  const { orders, picks } = await read<PickList>(["orders", "pack"]);
  const counted = new Map<string, number>();
  for (const { productId, quantity } of toSend.flatMap(({ lines }) => lines))
    counted.set(productId, (counted.get(productId) ?? 0) + quantity);
  const wrong = [...counted].filter(
    ([productId, pieces]) => picks.find((pick) => pick.productId === productId)?.pieces !== pieces,
  );
  const walk = goods.map(({ slug }) => slug).filter((slug) => counted.has(slug));
  return [
    { what: "pieces to pick", value: [...counted.values()].reduce((sum, pieces) => sum + pieces, 0) },
    toNoneFigure("products with another number of pieces", wrong.map(String)),
    toNoneFigure("orders that are not on it, or should not be", listDifferences(toSend, orders)),
    toNoneFigure(
      "steps off the way along the shelves",
      String(picks.map(({ productId }) => productId)) === String(walk) ? [] : [JSON.stringify(picks)],
    ),
  ];
}

/** A label and a slip for each parcel, with its order and its PIN. */
export async function checkPapers({ type }: Terminal, folder: string, { toSend }: Day): Promise<Figure[]> {
  await type(["orders", "print", "--to-pack", "--label", "--slip", "--into", folder]);
  const read = async (name: string) => readPdfTexts(await readFile(path.join(folder, name)));
  const [labels, slips] = [await read("address-labels.pdf"), await read("packing-slips.pdf")];
  const without = (pages: readonly string[], listWords: (purchase: Purchase) => string[]) =>
    toSend
      .filter(
        (purchase) =>
          pages.filter((page) => listWords(purchase).every((word) => page.includes(word))).length !== 1,
      )
      .map(({ orderId }) => orderId);
  return [
    { what: "labels", value: labels.length, atLeast: toSend.length, atMost: toSend.length },
    toNoneFigure(
      "parcels without one label",
      without(labels, ({ orderId, zipCode }) => [orderId, zipCode]),
    ),
    toNoneFigure(
      "parcels without one slip",
      without(slips, ({ orderId }) => [orderId]),
    ),
  ];
}

/** The courier's list, with rows that cannot be: all are named in one round and nothing is sent; then the list as it should be. */
export async function sendByList({ type }: Terminal, folder: string, day: Day): Promise<Figure[]> {
  const { toSend, regretted, unpaid } = day;
  const [first, ...others] = toSend;
  const rows = toSend.map(
    ({ orderId }, index) => `${orderId},${index % 2 ? "Delhivery" : "Blue Dart"},${70_000 + index}`,
  );
  const faulty = [
    "TRV-NOPE00,Delhivery,1",
    `${first?.orderId},Delhivery,2`,
    `${others.at(-1)?.orderId},,3`,
    `${regretted.orderId},Delhivery,4`,
    `${unpaid.orderId},Delhivery,5`,
    ",Delhivery,6",
  ];
  const file = path.join(folder, "couriers.csv");
  const dispatch = ["orders", "dispatch", "--yes", "--from", file];
  await writeFile(file, ["order,courier,number", ...rows, ...faulty].join("\n"));
  const refusal = await type(dispatch, 1);
  const unnamed = faulty.filter((_, index) => !refusal.includes(`row ${toSend.length + 2 + index}: `));
  const early = /"dispatchedAt": "/.test(await type(["orders", "show", first?.orderId ?? "", "--json"]));
  await writeFile(file, ["order,courier,number", ...rows].join("\n"));
  const sent = await type(dispatch);
  const again = await type(dispatch);
  return [
    toNoneFigure("wrong rows that were not named", unnamed),
    toNoneFigure("parcels sent by a list with wrong rows", early ? [first?.orderId ?? ""] : []),
    toNoneFigure("lists that did something else", [
      ...(sent.includes(`${toSend.length} parcels sent`) ? [] : [sent]),
      ...(again.includes(
        `0 parcels sent; each customer has a mail. ${toSend.length} parcels on their way before.`,
      )
        ? []
        : [again]),
    ]),
  ];
}

/** Lists the orders that are on one of two lists only. */
function listDifferences(
  wanted: readonly { orderId: string }[],
  there: readonly { orderId: string }[],
): string[] {
  const [one, other] = [wanted, there].map((list) => list.map(({ orderId }) => orderId)) as [
    string[],
    string[],
  ];
  return [...one.filter((each) => !other.includes(each)), ...other.filter((each) => !one.includes(each))];
}
