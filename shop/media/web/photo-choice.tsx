import X from "lucide/dist/esm/icons/x.mjs";
import { type ChangeEvent, useId, useState } from "react";
import { IconButton } from "#ui/icon-button.tsx";
import { PHOTO_BYTES_MAX, photoMessages, PHOTOS_MAX } from "../photos.ts";
import styles from "./photo-choice.module.css";

interface PhotoChoiceProps {
  photos: readonly string[];
  onChange: (photos: readonly string[]) => void;
  toHref?: (id: string) => string;
}

export function PhotoChoice({ photos, onChange, toHref = (id) => id }: PhotoChoiceProps) {
  const id = useId();
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const remaining = PHOTOS_MAX - photos.length;
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])];
    // If the visitor chooses the same file again, browsers fire no `change` event unless the input is empty.
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
    <div className="stack gap-2" role="group" aria-label="Photos">
      <ul className={styles.photos}>
        {photos.map((photo, place) => (
          <li key={photo} className={styles.photo}>
            <img
              src={photo.startsWith("data:") ? photo : toHref(photo)}
              alt={`Your upload ${place + 1} of ${photos.length}`}
            />
            <IconButton
              label={`Remove photo ${place + 1}`}
              icon={X}
              className={styles.remove}
              onClick={() => onChange(photos.filter((other) => other !== photo))}
            />
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
      <p id={`${id}-note`} className="small soft" role="status">
        {problem || `Optional, up to ${PHOTOS_MAX}. We remove location data from your photos.`}
      </p>
    </div>
  );
}

const MAX_SIDE = 1280;

/** The JPEG qualities to try until the photo is small enough. Photos of wood grain and leaves stay large. */
const QUALITIES = [0.85, 0.7, 0.5, 0.3];

async function shrinkPhoto(file: File): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const brush = canvas.getContext("2d");
    // JPEG would show transparent parts in black, so paint a background.
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

const countBytes = (address: string): number => ((address.length - address.indexOf(",") - 1) / 4) * 3;
