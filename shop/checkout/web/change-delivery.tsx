import { useState } from "react";
import { onDemand } from "#client/on-demand.tsx";
import type { Order } from "#shop/orders/order.ts";
import { Button } from "#ui/button.tsx";

const ChangeDialog = onDemand(async () => (await import("./change-dialog.tsx")).ChangeDialog);

export function ChangeDelivery({ order, onChanged }: { order: Order; onChanged: (order: Order) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  /** The key of the dialog. It changes with each opening, so that the dialog never shows old errors. */
  const [openings, setOpenings] = useState(0);
  const open = () => {
    setIsOpen(true);
    setOpenings(openings + 1);
  };
  if (!order.canChangeDelivery && !isOpen) return null;
  return (
    <>
      <Button variant="quiet" aria-label="Change shipping address" onClick={open}>
        Change
      </Button>
      <ChangeDialog
        key={openings}
        order={order}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onChanged={onChanged}
      />
    </>
  );
}
