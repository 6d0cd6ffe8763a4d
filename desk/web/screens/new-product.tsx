import { addedProduct } from "#shop/catalogue/command-results.ts";
import { toLabel } from "#contract/field-labels.ts";
import { CommandForm } from "../command-form.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { isFilled, type Values } from "../form-values.ts";
import { type FinishedRun, getData } from "../desk-calls.ts";
import { PRODUCT_HINTS, ShownPrice } from "../product-form.tsx";
import { goTo } from "../router.ts";
import { ScreenFrame } from "../screen-parts.tsx";

const GROUPS: readonly FieldGroup[] = [
  { title: "The product", names: ["title", "picture", "description"] },
  { title: "Category and woods", names: ["category", "subcategory", "materials"] },
  {
    title: "Price and stock",
    names: ["price", "hsn", "stock", "lead-days"],
    isShown: ({ stock }, name) => name !== "lead-days" || stock === "none",
  },
  { title: "Collection, size and weight", names: ["collection", "size", "weight"], isFolded: true },
  { title: "In the shop", names: ["shown"] },
];

const FOR_SHOP = GROUPS.slice(0, 3)
  .flatMap(({ names }) => names)
  .filter((name) => name !== "lead-days");

const BELOW = {
  hsn: (values: Values) => <ShownPrice values={values} />,
  shown: (values: Values) => {
    const missing = FOR_SHOP.filter(
      (name) => !isFilled(values[name]) || (name === "hsn" && values[name] === "none"),
    );
    return missing.length > 0 && <p role="status">{describeMissing(missing)}</p>;
  },
};

export const describeMissing = (names: readonly string[]): string =>
  `Needed before it can be shown: ${names.map((name) => toLabel(name, "products")).join(", ")}.`;

export function openAdded(reply: FinishedRun, how?: { replace: boolean }): void {
  const added = getData(addedProduct, reply);
  if (added) goTo(`/products/${added.id}`, how);
}

export default function NewProductScreen() {
  return (
    <ScreenFrame
      title="New product"
      lead="Only the title is needed to save it. Everything else can follow later."
    >
      <CommandForm
        name="products add"
        groups={GROUPS}
        hints={PRODUCT_HINTS}
        below={BELOW}
        needed={({ shown }) => (shown === "on" ? FOR_SHOP : [])}
        label="Add the product"
        isQuiet
        hasSaveBar
        onDone={(reply) => openAdded(reply, { replace: true })}
      />
    </ScreenFrame>
  );
}
