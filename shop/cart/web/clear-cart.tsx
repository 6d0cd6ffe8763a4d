import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { cartMessages } from "../cart.ts";
import { clearCart } from "./cart-store.ts";

/** Clears the cart after a question (§7, §8). */
export function ClearCart() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {cartMessages.clear}
      </Button>
      <ConfirmDialog
        open={asking}
        title={cartMessages.clear}
        question={cartMessages.clearQuestion}
        yes="Yes, Clear"
        no="Cancel"
        danger
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          void clearCart();
        }}
      />
    </>
  );
}
