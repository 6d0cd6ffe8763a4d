import { useEffect, useState } from "react";
import type { DataOf } from "#contract/command-data.ts";
import { toRupees } from "#contract/money.ts";
import type { productList } from "#shop/catalogue/command-results.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { CommandForm, type CommandFormProps } from "./command-form.tsx";
import { useSaveBox } from "./save-box.tsx";
import { toastDone } from "./toast-done.ts";

type ListedProduct = DataOf<typeof productList>[number];

export type ShownProduct = Pick<
  ListedProduct,
  "id" | "price" | "originalPrice" | "onHand" | "hsn" | "hidden" | "revision"
>;

/** Returns the props of the form for the values that change often. `onHand` is null if the product is made to order. */
export const getProductChange = ({ id, price, originalPrice, onHand, hsn, hidden, revision }: ShownProduct) =>
  ({
    name: "products set",
    known: {
      id,
      price: String(toRupees(price)),
      was: originalPrice > price ? String(toRupees(originalPrice)) : "",
      stock: String(onHand ?? ""),
      hsn: hsn ?? "",
      hidden: hidden ? "yes" : "no",
    },
    asked: ["price", "was", "stock", "hsn", "hidden"],
    needed: ["price", "hidden"],
    // The shop refuses the change if one of these values is outdated. The old stock is sent only with a new stock,
    // because each order changes the stock. The revision is not sent if only the stock changes.
    expectedOf: (changed: readonly string[]) =>
      [
        ...(changed.join() === "stock" ? [] : [revision]),
        ...(changed.includes("stock") ? [onHand ?? "none"] : []),
      ].join(" "),
    label: "Save",
  }) satisfies CommandFormProps;

const getVersion = ({ revision, onHand }: ShownProduct): string => `${revision} ${onHand}`;

interface ProductFormProps {
  /** The title of the form's section. */
  title: string;
  product: ShownProduct;
  onValues?: CommandFormProps["onValues"];
}

/** A form for a product. It keeps the typed values if another user changes the product. */
export function ProductForm({ title, product, onValues }: ProductFormProps) {
  const [shown, setShown] = useState(product);
  const [isChanged, setChanged] = useState(false);
  const saved = useSaveBox(title, isChanged, (form) => form.save(undefined));
  const isOld = getVersion(shown) !== getVersion(product);
  useEffect(() => {
    if (isOld && !isChanged) setShown(product);
  }, [isOld, isChanged, product]);
  return (
    <>
      {isOld && isChanged && (
        <Notice role="status">
          <p>Somebody else changed this product. What you entered is still here, but not saved.</p>
          <Button variant="secondary" onClick={() => setShown(product)}>
            Show the new values
          </Button>
        </Notice>
      )}
      <CommandForm
        key={getVersion(shown)}
        {...getProductChange(shown)}
        {...saved}
        isRow
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
