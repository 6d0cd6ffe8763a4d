import { useEffect, useEffectEvent, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { formatRupeesGrouped, fromRupees, toRupees } from "#contract/money.ts";
import { calculateReduction } from "#shop/catalogue/price.ts";
import type { productList } from "#shop/catalogue/command-results.ts";
import { calculateInclusivePrice } from "#shop/pricing/gst.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { CommandForm, type CommandFormProps } from "./command-form.tsx";
import { type KnownValues, readText, type Values } from "./form-values.ts";
import { toastDone } from "./toast-done.ts";
import { useValues } from "./use-view.ts";

type ListedProduct = DataOf<typeof productList>[number];

export type ShownProduct = Pick<
  ListedProduct,
  "id" | "price" | "originalPrice" | "onHand" | "leadDays" | "backorder" | "hsn" | "revision"
>;

/** Empty hints for the fields of a product whose label or choices say everything. */
export const CLEAR_LABELS = Object.fromEntries(
  "title description category subcategory collection weight sku lead-days backorder"
    .split(" ")
    .map((name) => [name, ""]),
);

/** Returns the props of the form for the values that change often. `onHand` is null if the product is made to order. */
export const getProductChange = (product: ShownProduct) => {
  const { id, price, originalPrice, onHand, leadDays, backorder, hsn, revision } = product;
  return {
    name: "products set",
    known: {
      id,
      price: String(toRupees(price)),
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
    needed: ["price", "stock", "backorder"],
    hints: { ...CLEAR_LABELS, was: "Shown struck through" },
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

interface ProductFormProps {
  product: ShownProduct & { gstRate: number };
  /** The other values of the product, which are shown in `groups`. */
  known: KnownValues;
  groups: NonNullable<CommandFormProps["groups"]>;
  hints: NonNullable<CommandFormProps["hints"]>;
  below: NonNullable<CommandFormProps["below"]>;
  onValues: CommandFormProps["onValues"];
}

/** A form for a product. It keeps the typed values if another user changes one of the product's values. */
export function ProductForm({ product, known, groups, hints, below, onValues }: ProductFormProps) {
  const now = { product, known: { ...known, ...getProductChange(product).known } };
  const [opened, setOpened] = useState(now);
  const [isChanged, setChanged] = useState(false);
  const isOld = JSON.stringify(opened.known) !== JSON.stringify(now.known);
  const show = useEffectEvent(() => setOpened(now));
  useEffect(() => {
    if (isOld && !isChanged) show();
  }, [isOld, isChanged]);
  // A change of the pictures or the visibility gives the product another revision, but the form is not outdated.
  const shown = isOld ? opened : now;
  const change = getProductChange(shown.product);
  return (
    <>
      {isOld && isChanged && (
        <Notice role="status">
          <p>Somebody else changed this product. What you entered is still here, but not saved.</p>
          <Button variant="secondary" onClick={() => setOpened(now)}>
            Show the new values
          </Button>
        </Notice>
      )}
      <CommandForm
        key={JSON.stringify(shown.known)}
        {...change}
        known={shown.known}
        groups={[...change.groups, ...groups]}
        hints={{ ...change.hints, ...hints }}
        below={{ hsn: drawShownPrice(shown.product), ...below }}
        isQuiet
        hasSaveBar
        onChanged={setChanged}
        onValues={onValues}
        onDone={(reply) => {
          setChanged(false);
          toastDone(reply);
        }}
      />
    </>
  );
}

const drawShownPrice = (saved: ShownPriceProps["saved"]) => (values: Values) => (
  <ShownPrice values={values} {...(saved && { saved })} />
);

interface ShownPriceProps {
  values: Values;
  /** The saved HSN with its GST rate, which may apply to this product only. */
  saved?: { hsn: string | null; gstRate: number };
}

/** Shows what shoppers pay while the owner enters the price before GST. */
export function ShownPrice({ values: { price, was, hsn }, saved }: ShownPriceProps) {
  const code = readText(hsn);
  const { data: codes = [] } = useValues("hsn", code);
  const [, entered] = /([\d.]+) %/.exec(codes.find(({ value }) => value === code)?.summary ?? "") ?? [];
  const gstRate = saved && code === (saved.hsn ?? "") ? saved.gstRate : Number(entered);
  const paise = fromRupees(readText(price));
  if (!paise) return null;
  if (Number.isNaN(gstRate)) return <p role="status">Choose the HSN to see the price with GST.</p>;
  const paid = calculateInclusivePrice(paise, { cgst: 0, sgst: 0 }, { gstRate });
  const discount = Math.round(calculateReduction(paise, fromRupees(readText(was)) ?? 0));
  return (
    <p role="status">
      Shoppers pay {formatRupeesGrouped(paid)} with {gstRate} % GST{discount > 0 && `, ${discount} % off`}.
    </p>
  );
}
