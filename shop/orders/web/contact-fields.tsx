import { TextField } from "#ui/field.tsx";
import styles from "./checkout-form.module.css";
import type { CheckoutCustomer, CheckoutFields } from "./use-checkout-form.ts";

/** Who orders (§2.8, D61). */
export const ContactFields = ({
  customer,
  field,
  typed,
}: CheckoutFields & { customer: CheckoutCustomer }) => (
  <>
    <div className={styles.pair}>
      <TextField
        {...field("contact.firstName", "First Name")}
        defaultValue={typed("contact.firstName", customer.firstName)}
        autoComplete="given-name"
        required
      />
      <TextField
        {...field("contact.lastName", "Last Name")}
        defaultValue={typed("contact.lastName", customer.lastName)}
        autoComplete="family-name"
        required
      />
    </div>
    <TextField
      {...field("contact.email", "Email")}
      type="email"
      defaultValue={typed("contact.email", customer.email)}
      autoComplete="email"
      required
    />
  </>
);
