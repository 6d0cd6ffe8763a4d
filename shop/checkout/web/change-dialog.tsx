import { useId, useState } from "react";
import { call } from "#client/api.ts";
import { type FormField, useForm } from "#client/form.ts";
import { toastFailure } from "#client/use-task.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FormFailure } from "#ui/notice.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { AddressFields } from "#shop/addresses/web/address-form.tsx";
import { deliveryChangeMessages, deliveryChangeSchema } from "#shop/orders/address-correction.ts";
import { getInlineError } from "../checkout.ts";
import { changeDelivery } from "#shop/orders/endpoints.ts";
import type { Order } from "#shop/orders/order.ts";
import { isSameCompany } from "#shop/documents/recipient.ts";
import { CompanyFields } from "./company-fields.tsx";

interface ChangeDialogProps {
  order: Order;
  open: boolean;
  onClose: () => void;
  onChanged: (order: Order) => void;
}

export function ChangeDialog({ order, open, onClose, onChanged }: ChangeDialogProps) {
  const formId = useId();
  const form = useForm({
    schema: deliveryChangeSchema,
    send: async ({ companyInvoice, ...address }) => {
      // Send the company only if the customer changed it: the owner may have corrected it since the page was loaded.
      const isChanged = companyInvoice && !isSameCompany(companyInvoice, order.companyInvoice ?? null);
      const body = { ...address, ...(isChanged && { companyInvoice }) };
      const response = await call(changeDelivery, { params: { orderId: order.orderId }, body });
      toastSuccess(response.message);
      onClose();
      if (response.order) onChanged(response.order);
    },
    failed: (failure) => toastFailure(failure, deliveryChangeMessages.failed),
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Where should we ship it?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={formId} busy={form.busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="stack gap-5">
        <AddressFields
          address={order.shippingAddress}
          field={form.field}
          needsPhone
          fixedState={
            order.invoiceNumber &&
            "The invoice is for this state. To change it, cancel the order and place it again."
          }
        />
        {(!order.invoiceNumber || order.canChangeCompany) && <Company order={order} field={form.field} />}
        <FormFailure text={form.failure} />
      </form>
    </Dialog>
  );
}

function Company({ order, field }: { order: Order; field: (name: string) => FormField }) {
  const company = order.companyInvoice;
  const [isWanted, setIsWanted] = useState(company !== undefined);
  const values = Object.entries(company ?? {}).map(([name, value]) => [`companyInvoice.${name}`, value]);
  const defaultValues: Readonly<Record<string, string>> = Object.fromEntries(values);
  return (
    <>
      {order.invoiceNumber && (
        <p>
          If you change the company, we e-mail you a new invoice and cancel{" "}
          <span translate="no">{order.invoiceNumber}</span>.
        </p>
      )}
      {!company && (
        <Checkbox
          label="I need an invoice for my company"
          checked={isWanted}
          onChange={({ target }) => setIsWanted(target.checked)}
        />
      )}
      <CompanyFields
        field={(name, label) => ({ name, label, error: getInlineError(field(name).error, label) })}
        typed={(name, defaultValue) => defaultValues[name] ?? defaultValue}
        isWanted={isWanted}
      />
    </>
  );
}
