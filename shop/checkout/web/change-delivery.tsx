import { type ComponentType, useState } from "react";
import type { Order } from "#shop/orders/order.ts";
import { Button } from "#ui/button.tsx";
import type { ChangeDialogProps } from "./change-dialog.tsx";

interface ChangeDeliveryProps {
  order: Order;
  Dialog: ComponentType<ChangeDialogProps>;
  onChanged: (order: Order) => void;
}

export function ChangeDelivery({ order, Dialog, onChanged }: ChangeDeliveryProps) {
  const [isOpen, setIsOpen] = useState(false);
  /** The key of the dialog. Each opening has its own, so that the errors of the last one are gone. */
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
      <Dialog
        key={openings}
        order={order}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onChanged={onChanged}
      />
    </>
  );
}
