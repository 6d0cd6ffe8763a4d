import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { cartMessages } from "../cart.ts";
import { clearCart } from "./cart-store.ts";

export function ClearCart() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {cartMessages.clear}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={cartMessages.clear}
        question={cartMessages.clearQuestion}
        yes="Yes, Clear"
        no="Cancel"
        danger
        onNo={() => setIsAsking(false)}
        onYes={() => {
          setIsAsking(false);
          void clearCart();
        }}
      />
    </>
  );
}
