import X from "lucide/dist/esm/icons/x.mjs";
import { type ChangeEvent, useId, useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { PHOTO_BYTES_MAX, photoMessages, PHOTOS_MAX } from "../photos.ts";
import styles from "./photo-choice.module.css";

interface PhotoChoiceProps {
  /** Ids of existing photos, and `data:` URLs of new ones. */
  photos: readonly string[];
  onChange: (photos: readonly string[]) => void;
  /** The address of a photo that is there. */
  toHref?: (id: string) => string;
}

/** Up to three photos of a review or a return, selected or taken with the camera, and shrunk before the upload. */
export function PhotoChoice({ photos, onChange, toHref = (id) => id }: PhotoChoiceProps) {
  const id = useId();
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const remaining = PHOTOS_MAX - photos.length;
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // Allows the same file to be chosen again.
    target.value = "";
    setIsBusy(true);
    const shrunk = await Promise.all(files.slice(0, remaining).map(shrinkPhoto));
    setIsBusy(false);
    const usable = shrunk.filter((photo) => photo !== null);
    onChange([...photos, ...usable]);
    if (usable.length < shrunk.length) setProblem(photoMessages.unreadable);
    else setProblem(files.length > remaining ? photoMessages.tooMany : "");
  };
  return (
    <div className={styles.choice} role="group" aria-label="Photos">
      <ul className={styles.photos}>
        {photos.map((photo, place) => (
          <li key={photo} className={styles.photo}>
            <img
              src={photo.startsWith("data:") ? photo : toHref(photo)}
              alt={`The chosen one, ${place + 1} of ${photos.length}`}
            />
            <IconButton
              label={`Remove photo ${place + 1}`}
              className={styles.remove}
              onClick={() => onChange(photos.filter((other) => other !== photo))}
            >
              <Icon of={X} strokeWidth={1.5} />
            </IconButton>
          </li>
        ))}
        {remaining > 0 && (
          <li>
            <input
              id={id}
              type="file"
              accept="image/jpeg,image/png,image/webp"
              multiple
              disabled={isBusy}
              aria-describedby={`${id}-note`}
              className={styles.input}
              onChange={(event) => void add(event)}
            />
            <label htmlFor={id} className={styles.add}>
              {isBusy ? "One moment" : "Add photos"}
            </label>
          </li>
        )}
      </ul>
      <p id={`${id}-note`} className={styles.note} role="status">
        {problem || `Optional, up to ${PHOTOS_MAX}. We remove location data from your photos.`}
      </p>
    </div>
  );
}

const LONGEST_SIDE = 1280;

/** JPEG qualities from good to acceptable, because grain and leaves compress badly. */
const QUALITIES = [0.85, 0.7, 0.5, 0.3];

/** Returns a photo as a small JPEG in a `data:` URL; null if this browser cannot read the file. */
async function shrinkPhoto(file: File): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const brush = canvas.getContext("2d");
    // JPEG has no transparency, so transparent parts would become black.
    if (brush) brush.fillStyle = "white";
    brush?.fillRect(0, 0, canvas.width, canvas.height);
    brush?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    for (const quality of QUALITIES) {
      const photo = canvas.toDataURL("image/jpeg", quality);
      if (photo.startsWith("data:image/jpeg") && countBytes(photo) <= PHOTO_BYTES_MAX) return photo;
    }
    return null;
  } catch {
    return null;
  }
}

/** Base64 has four characters for three bytes. */
const countBytes = (address: string): number => ((address.length - address.indexOf(",") - 1) / 4) * 3;
