import { AddressFields } from "#shop/addresses/web/address-form.tsx";
import { ChangeDialog, type ChangeDialogProps } from "#shop/checkout/web/change-dialog.tsx";

/** The dialog to change the delivery of an order, with the fields of the address book. */
export const ChangeDeliveryDialog = (props: ChangeDialogProps) => (
  <ChangeDialog {...props} Fields={AddressFields} />
);
