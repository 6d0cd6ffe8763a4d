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
  if (!order.canChangeDelivery && !isOpen) return null;
  return (
    <>
      <Button variant="quiet" aria-label="Change shipping address" onClick={() => setIsOpen(true)}>
        Change
      </Button>
      <Dialog order={order} open={isOpen} onClose={() => setIsOpen(false)} onChanged={onChanged} />
    </>
  );
}
