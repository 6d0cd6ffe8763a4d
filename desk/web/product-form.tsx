import { formatRupeesGrouped, fromRupees, toRupees } from "#contract/money.ts";
import { calculateReduction } from "#shop/catalogue/price.ts";
import { calculateInclusivePrice } from "#shop/pricing/gst.ts";
import { CommandForm, type CommandFormProps } from "./command-form.tsx";
import { type KnownValues, readText, type Values } from "./form-values.ts";
import type { MatchingProduct } from "./product-picker.tsx";
import { toastDone } from "./toast-done.ts";
import { useValues } from "./use-view.ts";

export type ShownProduct = Pick<
  MatchingProduct,
  "id" | "price" | "originalPrice" | "onHand" | "leadDays" | "backorder" | "hsn" | "revision"
>;

/** Short hints for the fields of a product. Most labels and choices need none. */
export const PRODUCT_HINTS = {
  ...Object.fromEntries(
    "title description category subcategory collection weight sku lead-days backorder"
      .split(" ")
      .map((name) => [name, ""]),
  ),
  price: "before GST",
  hsn: "decides the GST; it is printed on invoices",
};

/** Returns the props of the form for the values that change often. `onHand` is null if the product is made to order. */
export const getProductChange = (product: ShownProduct) => {
  const { id, price, originalPrice, onHand, leadDays, backorder, hsn, revision } = product;
  return {
    name: "products set",
    known: {
      id,
      price: price > 0 ? String(toRupees(price)) : "",
      was: originalPrice > price ? String(toRupees(originalPrice)) : "",
      stock: String(onHand ?? "none"),
      "lead-days": String(leadDays ?? ""),
      backorder: backorder ? "yes" : "no",
      hsn: hsn ?? "",
    },
    groups: [
      {
        title: "Price and stock",
        names: ["price", "was", "hsn", "stock", "lead-days", "backorder"],
        isShown: ({ stock, backorder: accepts }: Values, name: string) =>
          name === "backorder"
            ? stock !== "none"
            : name !== "lead-days" || stock === "none" || accepts === "yes" || leadDays !== null,
      },
    ],
    needed: ["stock", "backorder", ...(price > 0 ? ["price"] : []), ...(hsn ? ["hsn"] : [])],
    hints: { ...PRODUCT_HINTS, was: "before GST; shown as the price before a reduction" },
    // The shop refuses the change if one of these values is outdated. The old stock is sent only with a new stock,
    // because each order changes the stock. The revision is not sent if only the stock changes.
    expectedOf: (changed: readonly string[]) =>
      [
        ...(changed.join() === "stock" ? [] : [revision]),
        ...(changed.includes("stock") ? [onHand ?? "none"] : []),
      ].join(" "),
    label: "Save",
  } satisfies CommandFormProps;
};

const showPrice = (saved: ShownPriceProps["saved"]): CommandFormProps["below"] => ({
  hsn: (values) => <ShownPrice values={values} saved={saved} />,
});

interface ProductFormProps extends Pick<CommandFormProps, "below" | "hints" | "marked" | "onValues"> {
  product: ShownProduct & { gstRate: number };
  /** The other values of the product, which are shown in `groups`. */
  known: KnownValues;
  groups: NonNullable<CommandFormProps["groups"]>;
}

export function ProductForm({ product, known, groups, hints, below, ...rest }: ProductFormProps) {
  const change = getProductChange(product);
  return (
    <CommandForm
      {...change}
      {...rest}
      known={{ ...known, ...change.known }}
      groups={[...change.groups, ...groups]}
      needed={[...change.needed, ...NEEDED.filter((name) => known[name])]}
      hints={{ ...change.hints, ...hints }}
      below={{ ...showPrice(product), ...below }}
      isQuiet
      hasSaveBar
      onDone={(reply) => toastDone(reply)}
    />
  );
}

type Stock = Pick<MatchingProduct, "hidden" | "onHand" | "reserved" | "backorder">;

/** True if shoppers see the product as sold out. */
export const isSoldOut = ({ hidden, onHand, reserved, backorder }: Stock): boolean =>
  !hidden && onHand !== null && onHand <= reserved && !backorder;

/** Returns the badge for the state of a product. */
export function getState({
  hidden,
  listed,
  missing,
}: Pick<MatchingProduct, "hidden" | "listed" | "missing">) {
  if (!hidden) return { tone: "success", children: "Published" } as const;
  if (!listed) return { children: "Removed" };
  return missing.length > 0 ? ({ tone: "waiting", children: "Draft" } as const) : { children: "Hidden" };
}

/** A hidden product may lack these values, but a value that it has cannot be cleared. */
const NEEDED = ["title", "description", "category", "subcategory", "materials"];

interface ShownPriceProps {
  values: Values;
  /** The saved HSN with its GST rate, which may apply to this product only. */
  saved?: { hsn: string | null; gstRate: number } | undefined;
}

/** While the owner enters the price before GST, shows what shoppers pay. */
export function ShownPrice({ values: { price, was, hsn }, saved }: ShownPriceProps) {
  const code = readText(hsn);
  const { data: codes = [] } = useValues("hsn", code);
  const gstRate =
    saved && code === (saved.hsn ?? "") ? saved.gstRate : codes.find(({ value }) => value === code)?.gstRate;
  const paise = fromRupees(readText(price));
  if (!paise) return null;
  if (gstRate === undefined) return <p role="status">Choose the HSN to see the price with GST.</p>;
  const paid = calculateInclusivePrice(paise, { cgst: 0, sgst: 0 }, { gstRate });
  const discount = Math.round(calculateReduction(paise, fromRupees(readText(was)) ?? 0));
  return (
    <p role="status">
      Shoppers pay {formatRupeesGrouped(paid)} with {gstRate} % GST{discount > 0 && `, ${discount} % off`}.
    </p>
  );
}
