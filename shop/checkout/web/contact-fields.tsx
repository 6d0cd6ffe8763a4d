import { TextField } from "#ui/field.tsx";
import { ONE_NAME_ONLY } from "#contract/person-name.ts";
import type { Contact } from "#shop/orders/recipient.ts";
import styles from "./checkout-form.module.css";
import type { CheckoutFields } from "./use-checkout-form.ts";

/** The fields of the person who orders (§2.8, D61). */
export const ContactFields = ({ contact, field }: Pick<CheckoutFields, "field"> & { contact: Contact }) => (
  <>
    <div className={styles.pair}>
      <TextField
        {...field("contact.firstName", "First Name")}
        defaultValue={contact.firstName}
        autoComplete="given-name"
        required
      />
      <TextField
        {...field("contact.lastName", "Last Name")}
        defaultValue={contact.lastName}
        hint={ONE_NAME_ONLY}
        autoComplete="family-name"
        required
      />
    </div>
    <TextField
      {...field("contact.email", "Email")}
      type="email"
      defaultValue={contact.email}
      autoComplete="email"
      required
    />
  </>
);
