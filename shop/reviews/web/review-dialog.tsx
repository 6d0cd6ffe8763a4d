import { useId, useState } from "react";
import { call, getErrorMessage } from "#client/api.ts";
import { useResponse } from "#client/use-response.ts";
import { useForm } from "#client/form.ts";
import { getItemTitle, type Order, type OrderItem } from "#shop/orders/order.ts";
import { narrowHref } from "#shop/media/pictures.ts";
import { PhotoChoice } from "#shop/media/web/photo-choice.tsx";
import { StarChoice } from "#shop/testimonials/web/star-choice.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SelectField, TextArea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { SkeletonFields } from "#ui/skeleton.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { listOwnReviews, saveReview } from "../endpoints.ts";
import { getPictureHref, MESSAGE_MAX, reviewMessages } from "../review.ts";
import { reviewInput } from "../review-input.ts";
import { classNames } from "#ui/class-names.ts";
import styles from "./review-dialog.module.css";

interface ReviewDialogProps {
  order: Pick<Order, "items">;
  open: boolean;
  onClose: () => void;
}

export function ReviewDialog({ order, open, onClose }: ReviewDialogProps) {
  const [chosen, setChosen] = useState(order.items[0]?.productId._id ?? "");
  const item = order.items.find(({ productId }) => productId._id === chosen) ?? order.items[0];
  return (
    <Dialog title={reviewMessages.title} open={open} onClose={onClose}>
      <div className="stack gap-5">
        {order.items.length > 1 && (
          <SelectField label="Which piece" value={chosen} onChange={({ target }) => setChosen(target.value)}>
            {order.items.map((each) => (
              <option key={each.productId._id} value={each.productId._id}>
                {getItemTitle(each)}
              </option>
            ))}
          </SelectField>
        )}
        {item && open && <Piece key={item.productId._id} item={item} onSent={onClose} />}
      </div>
    </Dialog>
  );
}

function Piece({ item, onSent }: { item: OrderItem; onSent: () => void }) {
  const productId = item.productId._id;
  const ownReview = useResponse(productId, async (signal) => {
    const { reviews } = await call(listOwnReviews, {}, signal);
    return reviews.find((review) => review.productId === productId) ?? null;
  });
  const [image] = item.productId.images;
  const previous = ownReview.state === "loaded" ? ownReview.value : null;
  return (
    <>
      <div className={classNames("row middle gap-4 medium", styles.piece)}>
        {image && <img src={narrowHref(image.url)} alt="" width={64} height={64} />}
        <p>{getItemTitle(item)}</p>
      </div>
      {ownReview.state === "loading" ? (
        <SkeletonFields count={3} />
      ) : previous?.canChange === false ? (
        <Notice>{reviewMessages.tooLate}</Notice>
      ) : (
        <ReviewForm productId={productId} before={previous} onSent={onSent} />
      )}
    </>
  );
}

interface ReviewFormProps {
  productId: string;
  before: { rating: number; message: string; pictures: readonly string[] } | null;
  onSent: () => void;
}

function ReviewForm({ productId, before, onSent }: ReviewFormProps) {
  const id = useId();
  const [photos, setPhotos] = useState(before?.pictures ?? []);
  const form = useForm({
    schema: reviewInput,
    send: async (body) => {
      // If the earlier review could not be loaded, send no list, because an empty list would delete its pictures.
      const pictures = (before || photos.length > 0) && { pictures: [...photos] };
      const { message } = await call(saveReview, { body: { productId, ...body, ...pictures } });
      toastSuccess(message);
      onSent();
    },
    failed: (cause) => getErrorMessage(cause, reviewMessages.failed),
  });
  return (
    <form {...form.props} id={id} className="stack gap-5">
      <StarChoice first={before?.rating} />
      <TextArea
        label="Your review"
        hint={reviewMessages.hint}
        {...form.field("message")}
        rows={5}
        required
        maxLength={MESSAGE_MAX}
        defaultValue={before?.message}
      />
      <PhotoChoice photos={photos} onChange={setPhotos} toHref={(id) => getPictureHref(id, "small")} />
      {form.failure && <Notice tone="danger">{form.failure}</Notice>}
      <Button type="submit" busy={form.busy} className="self-start">
        {before ? "Send the changes" : "Send the review"}
      </Button>
    </form>
  );
}
