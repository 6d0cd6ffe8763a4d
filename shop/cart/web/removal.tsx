import { useState } from "react";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { announce } from "#ui/announcer.ts";
import { cartMessages } from "../cart.ts";
import { removeFromCart, useCart } from "./cart-store.ts";

export function useRemoval() {
  const [productId, setProductId] = useState<string | null>(null);
  const { lines } = useCart();
  const close = () => setProductId(null);
  const remove = async (id: string) => {
    const title = lines.find((line) => line.productId === id)?.title ?? "";
    if (await removeFromCart(id)) announce("Removed", cartMessages.removed(title));
  };
  const dialog = (
    <ConfirmDialog
      open={productId !== null}
      title={cartMessages.removeTitle}
      question={cartMessages.removeQuestion}
      yes="Yes, Delete"
      no="Cancel"
      danger
      onNo={close}
      onYes={() => {
        close();
        if (productId !== null) void remove(productId);
      }}
    />
  );
  return { ask: setProductId, dialog };
}
