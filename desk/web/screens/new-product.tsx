import type { ComponentProps } from "react";
import { formatRupeesGrouped, fromRupees } from "#contract/money.ts";
import { calculateInclusivePrice } from "#shop/pricing/gst.ts";
import { addedProduct } from "#shop/catalogue/command-results.ts";
import { CommandForm } from "../command-form.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { getData } from "../desk-calls.ts";
import { goTo } from "../router.ts";
import { ScreenFrame } from "../screen-parts.tsx";
import { useValues } from "../use-view.ts";

const GROUPS: readonly FieldGroup[] = [
  { title: "The product", names: ["title", "picture", "description"] },
  { title: "Price and tax", names: ["price", "hsn", "stock"] },
  { title: "Category and collection", names: ["category", "subcategory", "collection"] },
  { title: "Material and size", names: ["materials", "size", "weight"] },
  { title: "In the shop", names: ["shown"] },
];

const SHOWN_PRICE: NonNullable<ComponentProps<typeof CommandForm>["below"]> = {
  hsn: ({ price, hsn }) =>
    typeof price === "string" && typeof hsn === "string" && <ShownPrice price={price} hsn={hsn} />,
};

/** Shows what shoppers pay, because the owner enters the price before GST. */
function ShownPrice({ price, hsn }: { price: string; hsn: string }) {
  const { data: codes = [] } = useValues("hsn", hsn);
  const [, rate] = /([\d.]+) %/.exec(codes.find(({ value }) => value === hsn)?.summary ?? "") ?? [];
  const paise = fromRupees(price);
  if (rate === undefined || paise === null) return null;
  const paid = calculateInclusivePrice(paise, { cgst: 0, sgst: 0 }, { gstRate: Number(rate) });
  return (
    <p role="status">
      Shoppers pay {formatRupeesGrouped(paid)} with {rate} % GST.
    </p>
  );
}

export default function NewProductScreen() {
  return (
    <ScreenFrame
      title="New product"
      lead="Fields with a star are required. You can fill in the others later."
    >
      <CommandForm
        name="products add"
        groups={GROUPS}
        below={SHOWN_PRICE}
        label="Add the product"
        isQuiet
        hasSaveBar
        onDone={(reply) => {
          const added = getData(addedProduct, reply);
          if (added) goTo(`/products/${added.id}`, { replace: true });
        }}
      />
    </ScreenFrame>
  );
}
