/** How long the browser is given to begin with it. */
const KEPT_MS = 60_000;

/** Offers a file that the page made. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = file.name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
