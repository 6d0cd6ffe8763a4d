const mediaTypes: Readonly<Record<string, string>> = {
  avif: "image/avif",
  webp: "image/webp",
  piece: "image/webp",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  mp4: "video/mp4",
};

export const getMediaType = (name: string): string =>
  mediaTypes[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";

/** True for the name of a file that the shop can show. */
export const isMedia = (name: string): boolean => getMediaType(name) !== "application/octet-stream";
