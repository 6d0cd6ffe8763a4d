import { AddressFields } from "#shop/addresses/web/address-form.tsx";
import { ChangeDialog, type ChangeDialogProps } from "#shop/checkout/web/change-dialog.tsx";

export const ChangeDeliveryDialog = (props: ChangeDialogProps) => (
  <ChangeDialog {...props} Fields={AddressFields} />
);
