import { PICTURE_BYTES_MAX } from "../review.ts";

const LONGEST_SIDE = 1280;

/** JPEG qualities from good to acceptable, because grain and leaves compress badly. */
const QUALITIES = [0.85, 0.7, 0.5, 0.3];

/** A photo as a small JPEG in a `data:` address; null for a file that this browser cannot show. */
export async function shrinkPhoto(file: File): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const brush = canvas.getContext("2d");
    // JPEG has no transparency: what is not there would be black.
    if (brush) brush.fillStyle = "white";
    brush?.fillRect(0, 0, canvas.width, canvas.height);
    brush?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    for (const quality of QUALITIES) {
      const photo = canvas.toDataURL("image/jpeg", quality);
      if (photo.startsWith("data:image/jpeg") && countBytes(photo) <= PICTURE_BYTES_MAX) return photo;
    }
    return null;
  } catch {
    return null;
  }
}

/** Three bytes in four characters. */
const countBytes = (address: string): number => ((address.length - address.indexOf(",") - 1) / 4) * 3;
