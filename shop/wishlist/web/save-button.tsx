import Heart from "lucide/dist/esm/icons/heart.mjs";
import { useEffect } from "react";
import { links } from "#contract/links.ts";
import { announce } from "#ui/announcer.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import styles from "./save-button.module.css";
import { setSaved, startWishlist, useIsSaved } from "./wishlist-store.ts";

interface SaveButtonProps {
  product: { _id: string; title: string };
}

/** The heart on a product card is a single DOM element, because a list has many cards. */
export function SaveOnCard({ product }: SaveButtonProps) {
  const { isSaved, toggle } = useSaveButton(product);
  return (
    <button
      type="button"
      aria-label={`Save ${product.title}`}
      aria-pressed={isSaved}
      className={styles.heart}
      onClick={toggle}
    />
  );
}

export function SaveButton({ product }: SaveButtonProps) {
  const { isSaved, toggle } = useSaveButton(product);
  return (
    <div className={styles.save}>
      <Button
        variant="quiet"
        className={styles.button}
        aria-label={`Save ${product.title}`}
        aria-pressed={isSaved}
        onClick={toggle}
      >
        <Icon of={Heart} size={16} />
        {isSaved ? "Saved" : "Save"}
      </Button>
      {isSaved && (
        <ButtonLink variant="quiet" href={links.saved}>
          See saved pieces
        </ButtonLink>
      )}
    </div>
  );
}

function useSaveButton({ _id, title }: SaveButtonProps["product"]) {
  const isSaved = useIsSaved(_id);
  useEffect(startWishlist, []);
  const toggle = () => {
    setSaved(_id, !isSaved);
    announce(`saved ${_id}`, isSaved ? `${title} is no longer saved.` : `${title} is saved.`);
  };
  return { isSaved, toggle };
}
