import { useState } from "react";
import { TextField } from "#ui/field.tsx";
import styles from "./checkout-form.module.css";
import type { CheckoutFields } from "./use-checkout-form.ts";

/** While `isWanted` is false, the fields are not sent, but keep what the customer typed. */
export function CompanyFields({ field, typed, isWanted }: CheckoutFields & { isWanted: boolean }) {
  const [wasShown, setWasShown] = useState(isWanted);
  if (isWanted && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <fieldset hidden={!isWanted} disabled={!isWanted}>
      <div className={styles.panel}>
        <TextField
          {...field("companyInvoice.name", "Company name")}
          defaultValue={typed("companyInvoice.name", "")}
          autoComplete="organization"
          required
        />
        <TextField
          {...field("companyInvoice.address", "Company address")}
          defaultValue={typed("companyInvoice.address", "")}
          required
        />
        <TextField
          {...field("companyInvoice.taxCode", "Tax code (GSTIN)")}
          defaultValue={typed("companyInvoice.taxCode", "")}
          required
        />
        <TextField
          {...field("companyInvoice.email", "Company email")}
          type="email"
          defaultValue={typed("companyInvoice.email", "")}
          required
        />
      </div>
    </fieldset>
  );
}
