import { addedProduct } from "#shop/catalogue/command-results.ts";
import { CommandForm, type FieldGroup } from "../command-form.tsx";
import { getData } from "../desk-calls.ts";
import { goTo } from "../router.ts";
import { ScreenFrame } from "../screen-parts.tsx";

const GROUPS: readonly FieldGroup[] = [
  { title: "The product", names: ["title", "picture", "description"] },
  { title: "Price and tax", names: ["price", "hsn", "stock"] },
  { title: "Where shoppers find it", names: ["category", "subcategory", "collection"] },
  { title: "What it is", names: ["materials", "size", "weight"] },
];

export default function NewProductScreen() {
  return (
    <ScreenFrame
      title="New product"
      lead="The product stays hidden until you show it. You can fill in the other fields later."
    >
      <CommandForm
        name="products add"
        groups={GROUPS}
        label="Add the product"
        onDone={(reply) => {
          const added = getData(addedProduct, reply);
          if (added) goTo(`/products/${added.id}`, { replace: true });
        }}
      />
    </ScreenFrame>
  );
}
