import { addedProduct } from "#shop/catalogue/command-results.ts";
import { joinFirst } from "#contract/text.ts";
import { toLabel } from "#contract/field-labels.ts";
import { CommandForm } from "../command-form.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { isFilled, type Values } from "../form-values.ts";
import { getData } from "../desk-calls.ts";
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

/** Returns the fields that a save needs besides those of the command. Only a hidden product can be without an HSN. */
const listNeeded = ({ shown }: Values): string[] => (shown === "on" ? ["stock", "hsn"] : ["stock"]);

const BELOW = {
  hsn: (values: Values) => <ShownPrice values={values} />,
  shown: (values: Values) => {
    const missing = FOR_SHOP.filter(
      (name) => !isFilled(values[name]) || (name === "hsn" && values[name] === "none"),
    ).map((name) => toLabel(name, "products"));
    return (
      <p role="status">
        {missing.length > 0
          ? `Needed before it can be shown: ${joinFirst(missing, FOR_SHOP.length)}.`
          : values["shown"] === "on"
            ? "Shoppers see the product as soon as you add it."
            : "The product stays hidden until you show it."}
      </p>
    );
  },
};

export default function NewProductScreen() {
  return (
    <ScreenFrame title="New product" lead="Only the fields with a star are needed to save it.">
      <CommandForm
        name="products add"
        groups={GROUPS}
        hints={PRODUCT_HINTS}
        below={BELOW}
        needed={listNeeded}
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
