import CircleCheck from "lucide/dist/esm/icons/circle-check.mjs";
import CircleDashed from "lucide/dist/esm/icons/circle-dashed.mjs";
import { addedProduct } from "#shop/catalogue/command-results.ts";
import { toLabel } from "#contract/field-labels.ts";
import { classNames } from "#ui/class-names.ts";
import { Icon } from "#ui/icon.tsx";
import { CommandForm } from "../command-form.tsx";
import type { FieldGroup } from "../form-groups.tsx";
import { isFilled, type Values } from "../form-values.ts";
import { type FinishedRun, getData } from "../desk-calls.ts";
import { PRODUCT_HINTS, ShownPrice } from "../product-form.tsx";
import { goTo } from "../router.ts";
import { ScreenFrame } from "../screen-parts.tsx";
import { toastDone } from "../toast-done.ts";
import styles from "./product.module.css";

const GROUPS: readonly FieldGroup[] = [
  { title: "The product", names: ["title", "picture", "description"] },
  {
    title: "Price and stock",
    names: ["price", "hsn", "stock", "lead-days"],
    isShown: ({ stock }, name) => name !== "lead-days" || stock === "none",
  },
  { title: "Category and woods", names: ["category", "subcategory", "materials"] },
  { title: "Collection, size and weight", names: ["collection", "size", "weight"], isFolded: true },
  { title: "Publish", names: ["shown"] },
];

const FOR_SHOP = GROUPS.slice(0, 3)
  .flatMap(({ names }) => names)
  .filter((name) => name !== "lead-days");

const BELOW = {
  hsn: (values: Values) => <ShownPrice values={values} />,
  shown: (values: Values) => (
    <div role="status">
      <ul className="plain tile-grid gap-2" aria-label="Needed to publish">
        {FOR_SHOP.map((name) => {
          const isDone = isFilled(values[name]) && (name !== "hsn" || values[name] !== "none");
          return (
            <li key={name} className={classNames("row middle gap-2", isDone ? styles.done : "soft")}>
              <Icon of={isDone ? CircleCheck : CircleDashed} size={20} />
              {toLabel(name, "products")}
              <span className="visually-hidden">{isDone ? ": done" : ": still needed"}</span>
            </li>
          );
        })}
      </ul>
    </div>
  ),
};

export function openAdded(reply: FinishedRun, how?: { replace: boolean }): void {
  const added = getData(addedProduct, reply);
  if (added) goTo(`/products/${added.id}`, how);
}

export default function NewProductScreen() {
  return (
    <ScreenFrame
      title="New product"
      lead="A draft needs only a title. Everything else can follow before you publish it."
    >
      <CommandForm
        name="products add"
        groups={GROUPS}
        hints={{ ...PRODUCT_HINTS, shown: "needs everything in this list" }}
        below={BELOW}
        needed={({ shown }) => (shown === "on" ? FOR_SHOP : [])}
        label="Add the product"
        isQuiet
        hasSaveBar
        onDone={(reply) => {
          openAdded(reply, { replace: true });
          toastDone(reply);
        }}
      />
    </ScreenFrame>
  );
}
