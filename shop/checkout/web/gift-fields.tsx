import { useLayoutEffect, useRef, useState } from "react";
import { TextArea, TextField } from "#ui/field.tsx";
import { useShopName } from "#ui/logo.tsx";
import { GIFT_MESSAGE_MAX, giftMessages, listCardLines } from "#shop/orders/gift.ts";
import { ORDER_RINGS } from "#shop/orders/tree-ring.ts";
import { Slice } from "#shop/orders/web/tree-ring.tsx";
import { getNotBeforeRange } from "#shop/policies/delivery-dates.ts";
import formStyles from "./checkout-form.module.css";
import styles from "./gift-fields.module.css";
import type { CheckoutFields } from "./use-checkout-form.ts";

export const IS_GIFT = "isGift";
const CARD = "gift.message";
export const NOT_BEFORE = "notBefore";

interface GiftFieldsProps extends CheckoutFields {
  isGift: boolean;
  notBefore: string;
  onNotBefore: (day: string) => void;
}

/** The message on a gift's card and the earliest delivery day (D120). The message is kept while `isGift` is false. */
export function GiftFields({ field, typed, isGift, notBefore, onNotBefore }: GiftFieldsProps) {
  const [message, setMessage] = useState(() => typed(CARD, ""));
  const [{ first, last }] = useState(() => getNotBeforeRange(new Date()));
  if (!isGift) return null;
  return (
    <div className={formStyles.panel}>
      <TextArea
        {...field(CARD, giftMessages.cardLabel)}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
        hint={giftMessages.cardHint}
        maxLength={GIFT_MESSAGE_MAX}
        dir="auto"
        rows={3}
      />
      <CardPreview message={message} />
      <TextField
        {...field(NOT_BEFORE, giftMessages.notBeforeLabel)}
        type="date"
        value={notBefore}
        onChange={({ target }) => onNotBefore(target.value)}
        min={first}
        max={last}
        hint={giftMessages.notBeforeHint}
      />
    </div>
  );
}

/** Font sizes in points. The card uses the first size at which the whole text fits. */
const LETTER_SIZES = [24, 21, 18, 16, 14, 12, 10, 8, 6];

/** The tree rings in the preview are drawn from this text. On the printed card, they depend on the order number. */
const SAMPLE_ORDER = "sample";

function CardPreview({ message }: { message: string }) {
  const shopName = useShopName();
  const text = useRef<HTMLParagraphElement>(null);
  const lines = listCardLines({ message });
  const printed = lines.join("\n");
  useLayoutEffect(() => {
    const paragraph = text.current;
    const space = paragraph?.parentElement;
    if (!paragraph || !space) return;
    const fit = () => {
      for (const size of LETTER_SIZES) {
        paragraph.style.setProperty("--letters", String(size));
        if (paragraph.offsetHeight <= space.clientHeight) break;
      }
    };
    fit();
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(fit);
    observer?.observe(space);
    return () => observer?.disconnect();
  }, [printed]);
  if (lines.length === 0) return null;
  return (
    <figure className="stack gap-2 small soft">
      <figcaption>{giftMessages.preview}</figcaption>
      <div className={styles.card} translate="no">
        <div className={styles.space}>
          <p ref={text} dir="auto" className={styles.text}>
            {printed}
          </p>
        </div>
        <p className={styles.from}>
          <span className={styles.ring}>
            <Slice orderId={SAMPLE_ORDER} grown={ORDER_RINGS} />
          </span>
          {shopName}
        </p>
      </div>
      <p>{giftMessages.ring}</p>
    </figure>
  );
}
