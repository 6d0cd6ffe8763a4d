import { TextField } from "#ui/field.tsx";
import styles from "./checkout-form.module.css";
import type { CheckoutFields } from "./use-checkout-form.ts";

export const CompanyFields = ({ field, typed }: CheckoutFields) => (
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
    <div className={styles.pair}>
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
  </div>
);
