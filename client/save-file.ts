export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  // The URL stays valid for a minute, because some browsers read it only after the click event.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
