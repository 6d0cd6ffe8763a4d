import type { GstReturn } from "#shop/invoices/server/gst-return/gst-return.ts";
import { stock } from "../../../shop/inventory/server/tables.ts";
import { findLedgerErrors } from "../../support/ledger.ts";
import { flattenRecomputed, flattenReturn, recomputeBooks } from "../../support/recompute-books.ts";
import type { Shop } from "../../support/shop.ts";
import { findMoneyErrors } from "../ledger.ts";
import { type Figure, toNoneFigure } from "../scenario.ts";
import { COUNTED, goods } from "./goods.ts";
import type { Day, Purchase } from "./purchases.ts";
import type { Terminal } from "./terminal.ts";

/** The same books from the rows: GSTR-1 to the paisa, every ledger, and what is left on the shelves. */
export async function proveBooks(
  shop: Shop,
  { read }: Terminal,
  month: string,
  day: Day,
  returned: readonly Purchase[],
): Promise<Figure[]> {
  const { gstr1 } = await read<{ gstr1: GstReturn }>(["report", "gstr1", "--month", month]);
  const left = new Map<string, number>(goods.map(({ slug }) => [slug, COUNTED]));
  const move = (productId: string, pieces: number) =>
    left.set(productId, (left.get(productId) ?? 0) + pieces);
  for (const { productId, quantity } of day.toSend.flatMap(({ lines }) => lines)) move(productId, -quantity);
  for (const { lines } of returned) move(lines[0]?.productId ?? "", lines[0]?.quantity ?? 0);
  return shop.withDatabase(async (db) => {
    const rows = await db.select().from(stock);
    const wrong = [...left].filter(
      ([id, pieces]) => rows.find(({ productId }) => productId === id)?.onHand !== pieces,
    );
    const [given, recomputed] = [
      flattenReturn(gstr1),
      flattenRecomputed(await recomputeBooks({ db }, month)),
    ];
    const differing = Object.keys({ ...given, ...recomputed }).filter(
      (name) => !name.startsWith("hsn_") && JSON.stringify(given[name]) !== JSON.stringify(recomputed[name]),
    );
    const [[pieces = 0, ...sums], [, ...recomputedSums]] = [sumHsn(given), sumHsn(recomputed)];
    const sold =
      countPieces(day.toSend) - countPieces(returned.map(({ lines }) => ({ lines: lines.slice(0, 1) })));
    return [
      toNoneFigure("products with other pieces left than were sold and came back", wrong.map(String)),
      toNoneFigure("entries of GSTR-1 that a second computation has otherwise", [
        ...differing,
        ...(String(sums) === String(recomputedSums) ? [] : [`HSN: ${String(sums)}`]),
      ]),
      { what: "pieces in table 12 of GSTR-1", value: pieces, atLeast: sold, atMost: sold },
      toNoneFigure("money without an order, or twice", await findMoneyErrors(db)),
      toNoneFigure(
        "faults in the ledgers",
        (await findLedgerErrors(db)).map(({ about, fault }) => `${about}: ${fault}`),
      ),
    ];
  });
}

const countPieces = (purchases: readonly Pick<Purchase, "lines">[]): number =>
  purchases.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);

/** Table 12 as a whole: pieces, taxable value and taxes. A piece that came back is taken off its own HSN, which only the shop knows. */
const sumHsn = (entries: Record<string, unknown>): number[] =>
  Object.entries(entries)
    .filter(([name]) => name.startsWith("hsn_"))
    .map(([, figures]) => figures as number[])
    .reduce((sums, figures) => figures.map((figure, at) => figure + (sums[at] ?? 0)), []);
