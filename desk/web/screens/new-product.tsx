import { addedProduct } from "#shop/catalogue/results.ts";
import { CommandForm, type FieldGroup } from "../command-form.tsx";
import { getData } from "../desk-calls.ts";
import { goTo } from "../router.ts";
import { ScreenFrame } from "../screen-parts.tsx";
import { useCommand } from "../use-view.ts";

const GROUPS: readonly FieldGroup[] = [
  { title: "The product", names: ["title", "picture", "description"] },
  { title: "Price and tax", names: ["price", "hsn", "stock"] },
  { title: "Where shoppers find it", names: ["category", "subcategory", "collection"] },
  { title: "What it is", names: ["materials", "size", "weight"] },
];

const FIRST_WORDS: ReadonlySet<string> = new Set(GROUPS.flatMap(({ names }) => names));

export default function NewProductScreen() {
  const command = useCommand("products", "add");
  return (
    <ScreenFrame
      title="New product"
      lead="The product stays hidden until you show it. You can fill in the other fields later."
    >
      {command && (
        <CommandForm
          command={command}
          hidden={Object.keys(command.options).filter((name) => !FIRST_WORDS.has(name))}
          groups={GROUPS}
          label="Add the product"
          onDone={(reply) => {
            const added = getData(addedProduct, reply);
            if (added) goTo(`/products/${added.id}`, { replace: true });
          }}
        />
      )}
    </ScreenFrame>
  );
}
