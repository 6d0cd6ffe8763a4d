import { useState } from "react";
import { Checkbox } from "#ui/choice.tsx";
import { TextArea } from "#ui/field.tsx";
import { GIFT_MESSAGE_MAX, giftMessages } from "#shop/orders/gift.ts";
import styles from "./checkout-form.module.css";
import type { CheckoutFields } from "./use-checkout-form.ts";

/** The field that says so. */
export const IS_GIFT = "isGift";
const CARD = "gift.message";

/** 'This is a gift', and the text for its card. Unticked, nothing of it is in the order. */
export function GiftFields({ field, typed }: CheckoutFields) {
  const [wanted, setWanted] = useState(() => typed(IS_GIFT, "") !== "");
  return (
    <div className={styles.company}>
      <Checkbox
        label={giftMessages.label}
        hint={giftMessages.hint}
        name={IS_GIFT}
        checked={wanted}
        onChange={({ target }) => setWanted(target.checked)}
      />
      {wanted && (
        <div className={styles.companyFields}>
          <TextArea
            {...field(CARD, giftMessages.cardLabel)}
            defaultValue={typed(CARD, "")}
            hint={giftMessages.cardHint}
            maxLength={GIFT_MESSAGE_MAX}
            dir="auto"
            rows={3}
          />
        </div>
      )}
    </div>
  );
}
